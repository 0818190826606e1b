"""The reward function does what trainers such as TRL's GRPOTrainer expect of one. It needs nothing but the wheel."""

import copy
import pickle
import unittest
from unittest import mock

import texlens

PAGE = r"\section{Tides} The moon pulls at the sea, as was said long ago. \[ F = \frac{G m}{r^2} \]"
# Contents without a text.
EMPTY = [
    None,
    [],
    [{"type": "image", "url": "page.png"}],
    [{"type": "text", "text": None}],
    [{"type": "thinking", "text": PAGE}],
]
MANY = [{"role": "user", "content": "Read."}, {"role": "assistant", "content": PAGE}]


class RewardFunction(unittest.TestCase):
    def test_it_is_an_object_with_a_name_that_can_be_pickled(self):
        rewards = texlens.reward_function(
            column="latex", without=["fidelity"], weights={"ds": 3}, settings={"reward.ds": 0.5}
        )
        self.assertEqual(rewards.__name__, "texlens_reward")
        given = {"prompts": ["p"] * 3, "completions": [PAGE, PAGE[:60], ""], "latex": [PAGE] * 3}
        expected = [one["reward"] for one in rewards.rewards.reward(PAGE, given["completions"])]
        self.assertEqual(expected[0], 1.0)
        self.assertGreater(len(set(expected)), 1)
        for one in (rewards, pickle.loads(pickle.dumps(rewards)), copy.deepcopy(rewards)):
            self.assertEqual(one(**given), expected)
            self.assertEqual(one.__name__, "texlens_reward")

    def test_messages_are_texts(self):
        parts = [{"type": "text", "text": PAGE[:20]}, {"type": "image"}, {"type": "text", "text": PAGE[20:]}]
        completions = [
            PAGE,
            MANY,
            [{"role": "assistant", "content": parts}],
            [{"content": [PAGE[:9], PAGE[9:]]}],
            MANY[1],
            # Tools answer after the assistant.
            [*MANY, {"role": "tool", "content": "a tool's answer"}],
            [*MANY, {"role": "user", "content": "Thanks."}],
            [{"role": "assistant", "content": "Wait."}, *MANY],
            [{"role": "assistant", "content": [{"type": "thinking", "text": "Hm."}, {"type": "text", "text": PAGE}]}],
        ]
        rewards = texlens.reward_function()(completions=completions, reference=[PAGE] * len(completions))
        self.assertEqual(rewards, [1.0] * len(completions))

    def test_a_bad_row_has_no_reward_and_the_others_have_theirs(self):
        huge = "a" * 600_000
        rows = [
            (PAGE, PAGE, 1.0),
            (None, PAGE, None),
            (huge, PAGE, None),
            (PAGE, huge, None),
            ("\ud800", PAGE, None),
            (PAGE, "\ud800", None),
            (PAGE, None, None),
            (PAGE, 3, None),
            (PAGE, [], None),
            (PAGE, [{"role": "assistant"}], None),
            (PAGE, [{"role": "tool", "content": PAGE}], None),
            (PAGE, [*MANY, {"role": "assistant", "content": None, "tool_calls": []}], None),
            *((PAGE, [{"role": "assistant", "content": content}], None) for content in EMPTY),
            (3, PAGE, None),
            (PAGE, PAGE, 1.0),
        ]
        references, completions, expected = map(list, zip(*rows, strict=True))
        with self.assertLogs("texlens", "WARNING") as logs:
            rewards = texlens.reward_function()(completions=completions, reference=references)
        self.assertEqual(rewards, expected)
        self.assertIn("17 of 19 rows have no reward; row 1: the reference must be a str", logs.output[0])

    def test_warnings_name_the_row_alone(self):
        with self.assertLogs("texlens", "WARNING") as logs:
            texlens.reward_function()(completions=[PAGE, "\ud800"], reference=[PAGE, PAGE])
        self.assertIn("row 1: the completion has a lone surrogate at index 0", logs.output[0])
        with self.assertLogs("texlens", "WARNING") as logs:
            texlens.reward_function()(completions=[PAGE, []], reference=[PAGE, PAGE])
        self.assertIn("row 1: the completion must be a str, or messages of which one", logs.output[0])

    def test_each_reference_is_read_once(self):
        other = PAGE.replace("moon", "sun")
        references = [PAGE, other] * 4
        completions = [other, other, PAGE, PAGE] * 2
        expected = [
            texlens.reward(*pair)[0]["reward"] for pair in zip(references, ([c] for c in completions), strict=True)
        ]
        function = texlens.reward_function()
        with mock.patch.object(function.rewards, "_rewards", mock.Mock(wraps=function.rewards._rewards)) as counted:
            self.assertEqual(function(completions=completions, reference=references), expected)
        self.assertEqual([call.args[0] for call in counted.reward.call_args_list], [PAGE, other])
        self.assertGreater(len(set(expected)), 1)

    def test_a_wrong_dataset_is_no_bad_row(self):
        function = texlens.reward_function(column="latex")
        with self.assertRaisesRegex(ValueError, "no column 'latex'"):
            function(completions=[PAGE], reference=[PAGE])
        with self.assertRaisesRegex(ValueError, "1 references and 2 completions"):
            function(completions=[PAGE, PAGE], latex=[PAGE])
        with self.assertRaisesRegex(TypeError, "the column 'latex' must be a list of texts, not str"):
            function(completions=[PAGE], latex=PAGE)
        with self.assertRaisesRegex(TypeError, "completions must be a list"):
            function(completions=PAGE, latex=[PAGE])


if __name__ == "__main__":
    unittest.main()
