/** The kind of a sample. */
export type Kind = 'formula' | 'page' | 'document';
/** The score of one metric for one sample. */
export interface Score {
  metric: string;
  outcome:
    | { state: 'defined'; value: number; ratio?: { numerator: number; denominator: number } }
    | { state: 'undefined'; reason: string };
  /** The value in one sentence. */
  summary?: string;
  /** Spans that explain the value. Ranges count bytes of the UTF-8 text; the text of a document is its pages joined by a line break. */
  spans: {
    side: 'reference' | 'prediction';
    range: { start: number; end: number };
    kind: 'match' | 'missing' | 'extra' | 'different' | 'ignored';
    note: string;
  }[];
}
export interface ScorerOptions {
  /** Ids of the metrics to compute; by default every metric that applies to the kind of the sample. */
  metrics?: string[];
  /** Settings of the metrics by name, for example `{ 'ctp.min_words': '5' }`. */
  settings?: Record<string, string>;
  /** Whether scores include the spans that explain the values; true by default. */
  spans?: boolean;
}
/** Description of a metric. */
export interface MetricInfo {
  /** As in `Score.metric` and `ScorerOptions.metrics`. */
  id: string;
  name: string;
  /** Meaning of the value, in one sentence. */
  about: string;
  /** Group of the metric. */
  group: string;
  better: 'higher' | 'lower';
  /** Minimum and maximum of the value; no `greatest` if the value has no maximum. */
  range: { least: number; greatest?: number };
  /** Kinds of samples to which the metric applies. */
  kinds: Kind[];
  /** Source of the metric. */
  source: string;
}
/** Languages that `toLatex` reads; `auto` detects the language from the text. */
export type Syntax = 'latex' | 'markdown' | 'mathpix' | 'html' | 'mathml' | 'plain' | 'auto';
/** A formula and its position in the text. */
export interface Formula {
  /** LaTeX of the formula, without its delimiters or environment. */
  latex: string;
  display: boolean;
  /** Byte range in the UTF-8 text, including delimiters. */
  range: { start: number; end: number };
}
/** A formula of the reference and the formula of the prediction that was matched with it. At least one is present. */
export interface FormulaPair {
  reference?: Formula;
  prediction?: Formula;
  /** Whether both have the same tokens after normalisation. */
  exact: boolean;
  /** How the two were matched. */
  found: 'equal' | 'aligned' | 'moved' | 'merged' | 'split' | 'undelimited' | 'alone';
}
/** The verdict of the TeX engine on a prediction. */
export interface Compilation {
  /** Whether the engine ended with exit status 0 in nonstop mode and wrote at least one page. */
  compiles: boolean;
  /** Whether the engine gave up before the end of the text. */
  fatal: boolean;
  pages: number;
  error_count: number;
  /** The first errors; their ranges are as in a score. */
  errors: {
    class: string;
    message: string;
    advice: string;
    range?: { start: number; end: number };
    line?: number;
    column?: number;
    excerpt: string;
  }[];
  limit?: 'steps' | 'memory' | 'output' | 'files';
}
/** A position in a text. */
export interface Position {
  /** Index in the string, in UTF-16 units. The string of a document is its pages joined by a line break. */
  index: number;
  /** Page, from 1. */
  page: number;
  /** Line of the text, from 1. */
  line: number;
  /** Column in characters, from 1. */
  column: number;
}
