//! A tier whose deals can be cut into few *pieces* of one shape: one word draws what each cup shows, and every throw.
//!
//! ```text
//! losing plays:   nothing nothing nothing    240 x 240 x 240 plays                    1 piece  of 240 x 240 x 240
//!                 pair    nothing nothing   2880 x 240 x 240, and so for each cup    12 pieces of it, three times
//! word -> which of the 37 pieces -> which of the 240 throws of each cup there
//! ```

use super::exact::Deal;
use super::generator::{GROUP, Shelf, reveal};
use super::visual::{COMBINATIONS, Throw, Visual};
use crate::random::{Led, Words};
use crate::spec::gcd;

/// Pieces at most: as many as a byte tells apart, and few enough to stay in a near cache.
const MOST: usize = 256;

/// The pieces of a tier.
#[derive(Clone, Debug)]
pub struct Pieces<const CUPS: usize> {
    /// Where the throws of each piece begin on the shelf, cup by cup; unused places are 0.
    first: Box<[[u32; CUPS]; MOST]>,
    /// Which piece, and which throw of each cup.
    which: Led<CUPS>,
}

impl<const CUPS: usize> Pieces<CUPS> {
    /// The pieces of the deals of a tier; `None` where there are too many.
    #[must_use]
    pub fn new(shelf: &Shelf, counts: &[u64; COMBINATIONS], deals: &[Deal<CUPS>]) -> Option<Self> {
        let count = |deal: &Deal<CUPS>, cup: usize| counts[deal.combinations[cup].index()];
        let shape: [u64; CUPS] = std::array::from_fn(|cup| deals.iter().fold(0, |common, deal| gcd(count(deal, cup), common)));
        let mut first = Vec::new();
        for deal in deals {
            let mut pieces = vec![[0; CUPS]];
            for (cup, &size) in shape.iter().enumerate() {
                let begin = shelf.first(deal.combinations[cup]);
                let steps = u32::try_from(count(deal, cup) / size).ok()?;
                let size = u32::try_from(size).ok()?;
                if pieces.len() * steps as usize > MOST {
                    return None;
                }
                let along = |piece: [u32; CUPS]| {
                    (0..steps).map(move |step| std::array::from_fn(|at| if at == cup { begin + step * size } else { piece[at] }))
                };
                pieces = pieces.into_iter().flat_map(along).collect();
            }
            first.extend(pieces);
        }
        let which = Led::new(first.len() as u64, shape)?;
        (first.len() <= MOST).then_some(())?;
        first.resize(MOST, [0; CUPS]);
        Some(Self { first: first.into_boxed_slice().try_into().ok()?, which })
    }

    /// Draws a visual for each place, one word each, and a further one for each word refused.
    #[inline(always)]
    pub fn fill(&self, shelf: &Shelf, source: &mut impl Words, visuals: &mut [Visual<CUPS>]) {
        // what the loop reads, at hand
        let (throws, first, which) = (shelf.throws(), &*self.first, self.which);
        let mut words = [0; GROUP];
        for group in visuals.chunks_mut(GROUP) {
            source.fill(&mut words);
            let mut fair = true;
            for (visual, &word) in group.iter_mut().zip(&words) {
                fair &= draw(throws, first, &which, word, visual);
            }
            if !fair {
                self.draw_again(throws, source, &words, group);
            }
        }
    }

    /// Replaces the visuals whose word was refused.
    #[cold]
    #[inline(never)]
    fn draw_again(&self, throws: &[Throw; Throw::PLACES], source: &mut impl Words, words: &[u64; GROUP], visuals: &mut [Visual<CUPS>]) {
        for (visual, &word) in visuals.iter_mut().zip(words) {
            let mut word = word;
            while !draw(throws, &self.first, &self.which, word, visual) {
                word = source.word();
            }
        }
    }

    /// Every piece, with the throws of each cup in it: where they begin on the shelf, and how many.
    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = ([u32; CUPS], [u64; CUPS])> {
        let (many, shape) = self.which.bounds();
        self.first.iter().take(usize::try_from(many).unwrap_or(MOST)).map(move |&first| (first, shape))
    }
}

/// Makes the visual of a word: whether it counts.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // fewer pieces than a byte tells apart
fn draw<const CUPS: usize>(
    throws: &[Throw; Throw::PLACES],
    first: &[[u32; CUPS]; MOST],
    which: &Led<CUPS>,
    word: u64,
    visual: &mut Visual<CUPS>,
) -> bool {
    let (piece, which, fair) = which.candidate(word);
    reveal(throws, &first[usize::from(piece as u8)], which, visual);
    fair
}
