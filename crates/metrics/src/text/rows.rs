//! Tables of dynamic programming as bit vectors: one row a symbol of the prediction, one bit a symbol of the reference.

/// Words of a bit vector.
pub(crate) fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// Where each symbol occurs in a sequence.
pub(crate) struct Occurrences {
    /// By symbol: words of a bit vector, and the bits in them.
    of_symbol: Vec<Vec<(usize, u64)>>,
}

impl Occurrences {
    /// Symbols are below `distinct`.
    pub(crate) fn of(sequence: &[u32], distinct: usize) -> Self {
        let mut of_symbol: Vec<Vec<(usize, u64)>> = vec![Vec::new(); distinct];
        for (at, symbol) in sequence.iter().enumerate() {
            let bit = 1 << (at % 64);
            match of_symbol[*symbol as usize].last_mut() {
                Some((word, bits)) if *word == at / 64 => *bits |= bit,
                _ => of_symbol[*symbol as usize].push((at / 64, bit)),
            }
        }
        Self { of_symbol }
    }

    /// Sets the bits of a symbol's occurrences in a vector that has none set.
    pub(crate) fn set(&self, symbol: u32, vector: &mut [u64]) {
        for (word, bits) in &self.of_symbol[symbol as usize] {
            vector[*word] = *bits;
        }
    }

    /// Undoes [`set`](Self::set).
    pub(crate) fn clear(&self, symbol: u32, vector: &mut [u64]) {
        for (word, _) in &self.of_symbol[symbol as usize] {
            vector[*word] = 0;
        }
    }
}

/// How a row follows from the one before it.
pub(crate) trait Recurrence {
    type Row: Clone;

    /// The row before the first symbol.
    fn first(&self) -> Self::Row;

    /// Turns a row into the one after a symbol.
    fn advance(&mut self, row: &mut Self::Row, symbol: u32);
}

/// All rows, for a walk from the last to the first. Keeps about 2·√m of the m rows and computes the others again.
pub(crate) struct Rows<'a, R: Recurrence> {
    recurrence: R,
    symbols: &'a [u32],
    /// Rows from one checkpoint to the next.
    interval: usize,
    checkpoints: Vec<R::Row>,
    /// The rows that follow the checkpoint of this number, and it.
    block: Vec<R::Row>,
    block_number: usize,
}

impl<'a, R: Recurrence> Rows<'a, R> {
    pub(crate) fn of(mut recurrence: R, symbols: &'a [u32]) -> Self {
        let interval = symbols.len().isqrt().max(64);
        let mut checkpoints = Vec::new();
        let mut row = recurrence.first();
        for chunk in symbols.chunks(interval) {
            checkpoints.push(row.clone());
            // The last chunk is computed when it is asked for, which is at once.
            if chunk.len() == interval {
                chunk.iter().for_each(|symbol| recurrence.advance(&mut row, *symbol));
            }
        }
        checkpoints.push(row);
        Self {
            recurrence,
            symbols,
            interval,
            checkpoints,
            block: Vec::new(),
            block_number: usize::MAX,
        }
    }

    /// The row after `count` symbols.
    pub(crate) fn row(&mut self, count: usize) -> &R::Row {
        let number = count / self.interval;
        if number != self.block_number {
            self.compute(number);
        }
        &self.block[count % self.interval]
    }

    fn compute(&mut self, number: usize) {
        self.block.clear();
        self.block_number = number;
        let mut row = self.checkpoints[number].clone();
        let first = number * self.interval;
        let end = (first + self.interval).min(self.symbols.len() + 1);
        for symbol in &self.symbols[first..end - 1] {
            self.block.push(row.clone());
            self.recurrence.advance(&mut row, *symbol);
        }
        self.block.push(row);
    }
}
