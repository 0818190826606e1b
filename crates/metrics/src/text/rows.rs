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
        let mut occurrences = Self {
            of_symbol: vec![Vec::new(); distinct],
        };
        occurrences.add(sequence);
        occurrences
    }

    /// Puts one sequence in the place of another.
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

    /// The bits of a symbol in the first word.
    pub(crate) fn first_word(&self, symbol: u32) -> u64 {
        match self.of_symbol[symbol as usize].first() {
            Some((0, bits)) => *bits,
            _ => 0,
        }
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
    /// What a row has for 64 places.
    type Word: Copy;

    /// The row before the first symbol.
    fn first(&self) -> Vec<Self::Word>;

    /// Turns a row into the one after a symbol.
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

/// Rows of so many words together are kept rather than computed again.
const SMALL: usize = 1 << 13;

/// All rows, for a walk from the last to the first. Of a large table it keeps about 2·√m of the m rows and computes the
/// others again.
pub(crate) struct Rows<'a, R: Recurrence> {
    recurrence: R,
    symbols: &'a [u32],
    /// Rows from one checkpoint to the next.
    interval: usize,
    /// Words of a row.
    width: usize,
    /// Rows one after the other.
    checkpoints: Vec<R::Word>,
    /// The rows that follow the checkpoint of this number, and it.
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

    /// The row after `count` symbols.
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

/// One of the rows that stand one after the other.
fn of_row<W>(rows: &[W], number: usize, width: usize) -> &[W] {
    &rows[number * width..][..width]
}
