/** What a sample is. */
export type Kind = 'formula' | 'page' | 'document';
/** What one metric says of one sample. */
export interface Score {
  metric: string;
  outcome:
    | { state: 'defined'; value: number; ratio?: { numerator: number; denominator: number } }
    | { state: 'undefined'; reason: string };
  /** The value in a sentence. */
  summary?: string;
  /** Places that explain the value; ranges count bytes of the UTF-8 text, in a document of its pages joined by a line break. */
  spans: {
    side: 'reference' | 'prediction';
    range: { start: number; end: number };
    kind: 'match' | 'missing' | 'extra' | 'different' | 'ignored';
    note: string;
  }[];
}
export interface ScorerOptions {
  /** Ids of the metrics to compute; by default every metric that is defined on the kind of the sample. */
  metrics?: string[];
  /** Settings of the metrics by name, for example `{ 'ctp.min_words': '5' }`. */
  settings?: Record<string, string>;
  /** Whether the places that explain the values are told; by default they are. */
  spans?: boolean;
}
/** What is known of a metric without running it. */
export interface MetricInfo {
  /** As in `Score.metric` and `ScorerOptions.metrics`. */
  id: string;
  name: string;
  /** What the value says, in one sentence. */
  about: string;
  /** What it belongs to. */
  group: string;
  better: 'higher' | 'lower';
  /** The least value and the greatest; none where there is no greatest. */
  range: { least: number; greatest?: number };
  /** Samples it is defined on. */
  kinds: Kind[];
  /** Where it comes from. */
  source: string;
}
/** Languages that `toLatex` reads; `auto` finds out from the text. */
export type Syntax = 'latex' | 'markdown' | 'html' | 'mathml' | 'plain' | 'auto';
/** A formula and where it stands in its text. */
export interface Formula {
  /** Without its delimiters or environment. */
  latex: string;
  display: boolean;
  /** Bytes of the UTF-8 text, delimiters included. */
  range: { start: number; end: number };
}
/** A formula of the reference beside the one of the prediction that was matched with it. At least one is present. */
export interface FormulaPair {
  reference?: Formula;
  prediction?: Formula;
  /** The same tokens after normalisation. */
  exact: boolean;
  /** How the two were found to belong together. */
  found: 'equal' | 'aligned' | 'moved' | 'merged' | 'split' | 'undelimited' | 'alone';
}
/** What the TeX engine says of a prediction. */
export interface Compilation {
  /** Exit status 0 in nonstop mode, and at least one page. */
  compiles: boolean;
  /** Whether the engine gave up before the end. */
  fatal: boolean;
  pages: number;
  error_count: number;
  /** The first errors; ranges as in a score. */
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
/** A place in a text. */
export interface Position {
  /** Index in the string; of a document, in its pages joined by a line break. */
  index: number;
  /** Page, from 1. */
  page: number;
  /** Line of the text, from 1. */
  line: number;
  /** Column in characters, from 1. */
  column: number;
}
