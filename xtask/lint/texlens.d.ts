// The npm package, as far as the project's own JavaScript uses it. Its complete declarations come from the build:
// `tests/e2e/package.test.mjs` checks the examples against those.
import type { Compilation, FormulaPair, Kind, MetricInfo, Score, ScorerOptions, Syntax } from '../../crates/javascript/src/types.d.ts';

export type * from '../../crates/javascript/src/types.d.ts';
export default function init(): Promise<unknown>;
export function initSync(module: { module: BufferSource }): unknown;
export class Scorer {
  constructor(options?: ScorerOptions);
  useTexbleu(bytes: Uint8Array): void;
  useTexbleuTokenizer(bytes: Uint8Array): string;
  useLooks(looks: Looks): void;
  score(kind: Kind, reference: string | string[], prediction: string | string[], compilation?: Compilation, referenceCompilation?: Compilation): Score[];
  free(): void;
}
export class TexEngine {
  constructor(manifest: string);
  missing(prediction: string | string[]): Record<string, string>;
  add(name: string, bytes: Uint8Array): void;
  compile(prediction: string | string[]): Compilation;
  missingForFormulas(): Record<string, string>;
  typeset(formulas: string | string[]): Looks;
  draw(formulas: string[]): (string | null)[];
}
export class Looks {
  free(): void;
}
export function metrics(): MetricInfo[];
export function formulaPairs(kind: Kind, reference: string | string[], prediction: string | string[]): FormulaPair[];
export function toLatex(source: string, syntax?: Syntax, kind?: Kind): string;
