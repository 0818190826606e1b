// Modules that a build makes, as far as other files use them. `cargo xtask test lint` needs no build.

declare module '*/app/texlens.js' {
  export default function init(): Promise<unknown>;
  export function start_app(): void;
}

declare module '*/workers/texlens_workers.js' {
  export default function init(): Promise<unknown>;
  export function start_compare_worker(base: string): void;
  export function start_formulas_worker(): void;
  export function start_import_worker(tables: () => Promise<unknown>): void;
  export function start_latexbench_worker(base: string): void;
  export function start_leaderboard_worker(): void;
  export function start_pdf_worker(load: () => Promise<unknown>): void;
  export function start_ratings_worker(): void;
  export function start_readers_worker(): void;
  export function start_reading_worker(base: string): void;
  export function start_saving_worker(base: string): void;
  export function start_score_worker(base: string): void;
  export function start_synthesis_worker(base: string): void;
  export function start_tex_worker(base: string): void;
}

declare module '*/image-to-text/texlens_image_to_text.js' {
  export default function init(): Promise<unknown>;
  export function start_image_to_text_worker(base: string): void;
}

declare module '*/pdf/texlens_pdf.js' {
  export default function init(): Promise<unknown>;
  export class Pdf {
    static open(bytes: Uint8Array): Pdf;
    sizes(dpi: number): Uint16Array;
    draw(page: number, dpi: number): Drawn;
    read(page: number, dpi: number): Text;
    free(): void;
  }
  export interface Drawn {
    readonly width: number;
    readonly height: number;
    readonly dpi: number;
    png(): Uint8Array;
    remarks(): string[];
    free(): void;
  }
  export interface Text {
    readonly obstacle: string | undefined;
    readonly unread: number;
    glyphs(): Uint8Array;
    free(): void;
  }
  export function footprint(): number;
}

declare module '*/texlens.js' {
  export * from 'texlens';
  export { default } from 'texlens';
}

/** What `cargo xtask dist` puts in front of the service worker. */
declare const SITE: {
  files: Record<string, { bytes: number; sha256: string; type: string; key: string }>;
  parts: { id: string; files: string[] }[];
};

declare module '*/tables/texlens_tables.js' {
  export default function init(): Promise<unknown>;
  export function read_table(bytes: Uint8Array, room: string): unknown;
}
