//! Tables of dynamic programming as bit vectors: one row per symbol of the prediction, one bit per symbol of the
//! reference.

/// Returns the number of words of a bit vector.
pub(crate) fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// The places at which each symbol occurs in a sequence.
pub(crate) struct Occurrences {
    /// For each symbol, the indices of words of a bit vector and the bits in them.
    of_symbol: Vec<Vec<(usize, u64)>>,
}

impl Occurrences {
    /// Finds the occurrences in a sequence of symbols, which must be below `distinct`.
    pub(crate) fn of(sequence: &[u32], distinct: usize) -> Self {
        let mut occurrences = Self {
            of_symbol: vec![Vec::new(); distinct],
        };
        occurrences.add(sequence);
        occurrences
    }

    /// Replaces one sequence by another.
    pub(crate) fn replace(&mut self, old: &[u32], new: &[u32]) {
        for symbol in old {
            self.of_symbol[*symbol as usize].clear();
        }
        self.add(new);
    }

    fn add(&mut self, sequence: &[u32]) {
        for (at, symbol) in sequence.iter().enumerate() {
            let bit = 1 << (at % 64);
            let words = &mut self.of_symbol[*symbol as usize];
            match words.last_mut() {
                Some((word, bits)) if *word == at / 64 => *bits |= bit,
                _ => words.push((at / 64, bit)),
            }
        }
    }

    /// Returns the bits of a symbol in the first word.
    pub(crate) fn first_word(&self, symbol: u32) -> u64 {
        match self.of_symbol[symbol as usize].first() {
            Some((0, bits)) => *bits,
            _ => 0,
        }
    }

    /// Sets the bits of a symbol's occurrences in a vector without set bits.
    pub(crate) fn set(&self, symbol: u32, vector: &mut [u64]) {
        for (word, bits) in &self.of_symbol[symbol as usize] {
            vector[*word] = *bits;
        }
    }

    /// Reverses [`set`](Self::set).
    pub(crate) fn clear(&self, symbol: u32, vector: &mut [u64]) {
        for (word, _) in &self.of_symbol[symbol as usize] {
            vector[*word] = 0;
        }
    }
}

/// The calculation of each row from the one before it.
pub(crate) trait Recurrence {
    /// The part of a row for 64 places.
    type Word: Copy;

    /// Returns the row before the first symbol.
    fn first(&self) -> Vec<Self::Word>;

    /// Turns a row into the row after a symbol.
    fn advance(&mut self, row: &mut [Self::Word], symbol: u32);
}

impl<R: Recurrence> Recurrence for &mut R {
    type Word = R::Word;

    fn first(&self) -> Vec<Self::Word> {
        (**self).first()
    }

    fn advance(&mut self, row: &mut [Self::Word], symbol: u32) {
        (**self).advance(row, symbol);
    }
}

/// Up to this many words, rows are kept and not recalculated.
const SMALL: usize = 1 << 13;

/// All rows of a table, for reading from the last to the first. Of a large table, about 2·√m of the m rows are kept;
/// the others are recalculated.
pub(crate) struct Rows<'a, R: Recurrence> {
    recurrence: R,
    symbols: &'a [u32],
    /// The number of rows from one checkpoint to the next.
    interval: usize,
    /// The number of words of a row.
    width: usize,
    /// The kept rows, concatenated.
    checkpoints: Vec<R::Word>,
    /// The rows from checkpoint `block_number` to the next one, concatenated.
    block: Vec<R::Word>,
    block_number: usize,
}

impl<'a, R: Recurrence> Rows<'a, R> {
    pub(crate) fn of(mut recurrence: R, symbols: &'a [u32]) -> Self {
        let mut row = recurrence.first();
        let width = row.len();
        let interval = symbols.len().isqrt().max(SMALL / width.max(1)).max(64);
        let mut checkpoints = row.clone();
        for chunk in symbols.chunks_exact(interval) {
            chunk.iter().for_each(|symbol| recurrence.advance(&mut row, *symbol));
            checkpoints.extend_from_slice(&row);
        }
        Self {
            recurrence,
            symbols,
            interval,
            width,
            checkpoints,
            block: Vec::new(),
            block_number: usize::MAX,
        }
    }

    /// Returns the row after `count` symbols.
    pub(crate) fn row(&mut self, count: usize) -> &[R::Word] {
        let number = count / self.interval;
        if number != self.block_number {
            self.compute(number);
        }
        of_row(&self.block, count % self.interval, self.width)
    }

    fn compute(&mut self, number: usize) {
        self.block.clear();
        self.block_number = number;
        let mut row = of_row(&self.checkpoints, number, self.width).to_vec();
        let first = number * self.interval;
        let end = (first + self.interval).min(self.symbols.len() + 1);
        for symbol in &self.symbols[first..end - 1] {
            self.block.extend_from_slice(&row);
            self.recurrence.advance(&mut row, *symbol);
        }
        self.block.extend_from_slice(&row);
    }
}

/// Returns one of several concatenated rows.
fn of_row<W>(rows: &[W], number: usize, width: usize) -> &[W] {
    &rows[number * width..][..width]
}
