"""The network: convolutions and a transformer that see a formula, and a decoder of TrOCR that writes it."""

from __future__ import annotations

import math

import torch
from torch import nn
from torch.nn import functional
from transformers import (
    GenerationConfig,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    TrOCRConfig,
    TrOCRForCausalLM,
    VisionEncoderDecoderModel,
    ViTConfig,
)
from transformers.modeling_outputs import BaseModelOutput

from images import HEIGHT, WIDTH

HIDDEN, HEADS = 192, 6
ENCODER_LAYERS, DECODER_LAYERS = 2, 2
FEED = 512
# Pixels of a place of the encoder, each way.
STRIDE = 8
POSITIONS = 128


class Norm(nn.LayerNorm):
    """Normalises the channels of each pixel, so that nothing beside it matters."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Normalise."""
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class Block(nn.Module):
    """Two convolutions beside the identity."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm = Norm(channels)
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.zeros_(self.second.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Add what the convolutions find."""
        return x + self.second(functional.gelu(self.first(self.norm(x))))


class Layer(nn.Module):
    """A layer of the transformer."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(HIDDEN)
        self.qkv = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.out = nn.Linear(HIDDEN, HIDDEN)
        self.feed_norm = nn.LayerNorm(HIDDEN)
        self.feed = nn.Sequential(nn.Linear(HIDDEN, FEED), nn.GELU(), nn.Linear(FEED, HIDDEN))

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """Let each place look at the others."""
        batch, length, _ = x.shape
        rows = self.qkv(self.norm(x)).view(batch, length, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        # The fused attention of PyTorch is slow backwards on processors, for this few places.
        scores = (rows[0] * (HIDDEN // HEADS) ** -0.5) @ rows[1].transpose(2, 3)
        if mask is not None:
            scores = scores + mask
        seen = scores.softmax(dim=3).to(rows.dtype) @ rows[2]
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, HIDDEN))
        return x + self.feed(self.feed_norm(x))


def waves(places: int) -> torch.Tensor:
    """Return sines and cosines of each place, for half of the channels."""
    channels = HIDDEN // 2
    rates = torch.exp(torch.arange(0, channels, 2) * (-math.log(1000.0) / channels))
    angles = torch.arange(places)[:, None] * rates
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class Encoder(PreTrainedModel):
    """Sees an image of any size: white is 0, ink is negative. Each place of the result is 8 x 8 pixels."""

    config_class = ViTConfig
    main_input_name = "pixel_values"

    def __init__(self, config: ViTConfig) -> None:
        super().__init__(config)
        self.stem = nn.Sequential(
            nn.Conv2d(1, 32, 5, stride=2, padding=2),
            nn.GELU(),
            nn.Conv2d(32, 64, 3, stride=2, padding=1),
        )
        self.fine = nn.Sequential(Block(64), Block(64))
        self.down = nn.Conv2d(64, 128, 3, stride=2, padding=1)
        self.coarse = nn.Sequential(Block(128), Block(128), Norm(128))
        self.project = nn.Conv2d(128, HIDDEN, 1)
        self.layers = nn.ModuleList(Layer() for _ in range(ENCODER_LAYERS))
        self.norm = nn.LayerNorm(HIDDEN)
        # An image that is a little wider than tall may be as tall as wide.
        self.register_buffer("rows", waves(WIDTH // STRIDE + 1), persistent=False)
        self.register_buffer("columns", waves(WIDTH // STRIDE + 1), persistent=False)

    def get_input_embeddings(self) -> nn.Module:
        """Return what sees the pixels."""
        return self.stem

    def forward(self, pixel_values: torch.Tensor, mask: torch.Tensor | None = None, **_: object) -> BaseModelOutput:
        """Return the places, column by column. Of the batch, `mask` says which places are no padding."""
        x = -pixel_values[:, :1].contiguous(memory_format=torch.channels_last)
        x = self.project(self.coarse(self.down(self.fine(self.stem(x)))))
        height, width = x.shape[2], x.shape[3]
        x = x.permute(0, 3, 2, 1)
        places = torch.cat(
            [
                self.columns[:width, None].expand(width, height, HIDDEN // 2),
                self.rows[None, :height].expand(width, height, HIDDEN // 2),
            ],
            dim=2,
        )
        x = (x + places).reshape(x.shape[0], width * height, HIDDEN)
        if mask is not None:
            mask = torch.zeros(mask.shape, dtype=torch.bfloat16).masked_fill(~mask, -1e4)[:, None, None]
        for layer in self.layers:
            x = layer(x, mask)
        return BaseModelOutput(last_hidden_state=self.norm(x))


def model_of(tokenizer: PreTrainedTokenizerFast) -> VisionEncoderDecoderModel:
    """Return an untrained model."""
    encoder = ViTConfig(
        hidden_size=HIDDEN,
        num_hidden_layers=ENCODER_LAYERS,
        num_attention_heads=HEADS,
        intermediate_size=FEED,
        image_size=(HEIGHT, WIDTH),
        patch_size=(STRIDE, STRIDE),
    )
    decoder = TrOCRConfig(
        vocab_size=len(tokenizer),
        d_model=HIDDEN,
        decoder_layers=DECODER_LAYERS,
        decoder_attention_heads=HEADS,
        decoder_ffn_dim=FEED,
        max_position_embeddings=POSITIONS,
        cross_attention_hidden_size=HIDDEN,
        dropout=0.0,
        attention_dropout=0.0,
        activation_dropout=0.0,
        scale_embedding=True,
        is_decoder=True,
        add_cross_attention=True,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        decoder_start_token_id=tokenizer.bos_token_id,
    )
    model = VisionEncoderDecoderModel(encoder=Encoder(encoder), decoder=TrOCRForCausalLM(decoder))
    model.config.decoder_start_token_id = tokenizer.bos_token_id
    model.config.pad_token_id = tokenizer.pad_token_id
    model.config.eos_token_id = tokenizer.eos_token_id
    model.config.vocab_size = len(tokenizer)
    model.generation_config = GenerationConfig(
        decoder_start_token_id=tokenizer.bos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        max_length=POSITIONS,
    )
    return model
