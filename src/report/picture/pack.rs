//! Where cards stand on a sheet: in columns, each card where it stands highest, and as many columns as give a good proportion.

/// A card to place: its height, and the columns it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Height.
    pub height: f64,
    /// Columns it takes, 1 or more.
    pub span: usize,
}

/// Cards placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Packing {
    /// Columns of the sheet.
    pub columns: usize,
    /// Column and top of each piece.
    pub places: Vec<(usize, f64)>,
    /// Height of the sheet.
    pub height: f64,
}

/// The proportion aimed at: that of a slide.
const PROPORTION: f64 = 1.6;
/// Height of what stands above and below the cards.
const AROUND: f64 = 150.0;
/// How much an empty share of the sheet weighs against its proportion.
const EMPTY: f64 = 1.4;
/// Columns that are tried, at most.
const MOST_COLUMNS: usize = 60;

/// Places pieces in the number of columns that gives the best proportion; a column is `width` wide, and `gap` lies between pieces.
#[must_use]
pub fn pack(pieces: &[Piece], width: f64, gap: f64) -> Packing {
    let widest = pieces.iter().map(|piece| piece.span).max().unwrap_or(1);
    let all: usize = pieces.iter().map(|piece| piece.span).sum();
    let most = all.clamp(widest, MOST_COLUMNS);
    let candidates = (widest..=most).map(|columns| in_columns(pieces, columns, gap));
    let cost = |packing: &Packing| {
        let sheet_width = packing.columns as f64 * (width + gap) - gap;
        let filled: f64 = pieces.iter().map(|piece| piece.height * piece.span as f64).sum();
        let empty = 1.0 - filled / (packing.height * packing.columns as f64).max(1.0);
        (sheet_width / (packing.height + AROUND) / PROPORTION).ln().abs() + EMPTY * empty
    };
    candidates.min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(Packing { columns: 1, places: Vec::new(), height: 0.0 })
}

/// Places pieces in order; a wide one waits while it would leave a hole and a later, narrower one does not.
fn in_columns(pieces: &[Piece], columns: usize, gap: f64) -> Packing {
    let mut heights = vec![0.0_f64; columns];
    let mut places = vec![(0, 0.0); pieces.len()];
    let mut waiting: Vec<usize> = (0..pieces.len()).collect();
    while !waiting.is_empty() {
        let best = |piece: &Piece| {
            let starts = 0..=columns.saturating_sub(piece.span);
            let top = |start: usize| heights[start..(start + piece.span).min(columns)].iter().copied().fold(0.0, f64::max);
            let hole = |start: usize| heights[start..(start + piece.span).min(columns)].iter().map(|height| top(start) - height).sum::<f64>();
            let chosen = starts.min_by(|&a, &b| (top(a), hole(a)).partial_cmp(&(top(b), hole(b))).unwrap_or(std::cmp::Ordering::Equal));
            let start = chosen.unwrap_or(0);
            (start, top(start), hole(start))
        };
        // the first that leaves no hole, else the first
        let next = waiting.iter().position(|&number| best(&pieces[number]).2 < 1.0).unwrap_or(0);
        let number = waiting.remove(next);
        let (start, top, _) = best(&pieces[number]);
        places[number] = (start, top);
        for height in heights.iter_mut().skip(start).take(pieces[number].span) {
            *height = top + pieces[number].height + gap;
        }
    }
    let height = heights.iter().copied().fold(0.0, f64::max) - gap;
    Packing { columns, places, height: height.max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_overlap_and_sheets_have_good_proportions() {
        for count in [1, 2, 3, 5, 7, 12, 24, 60, 100] {
            for (width, height, wide_each) in [(468.0, 340.0, 0), (470.0, 470.0, 7), (560.0, 200.0, 0)] {
                let piece = |number: usize| {
                    let wide = wide_each > 0 && number % wide_each == 3;
                    Piece { height: if wide_each == 0 && number % 4 == 1 { height * 1.7 } else { height }, span: if wide { 2 } else { 1 } }
                };
                let pieces: Vec<Piece> = (0..count).map(piece).collect();
                let packing = pack(&pieces, width, 16.0);
                for (first, a) in pieces.iter().enumerate() {
                    let (column, top) = packing.places[first];
                    assert!(column + a.span <= packing.columns && top + a.height <= packing.height + 0.01);
                    for (second, b) in pieces.iter().enumerate().skip(first + 1) {
                        let (other, other_top) = packing.places[second];
                        let apart =
                            column + a.span <= other || other + b.span <= column || top + a.height <= other_top || other_top + b.height <= top;
                        assert!(apart, "{first} and {second} of {count}");
                    }
                }
                let proportion = packing.columns as f64 * (width + 16.0) / packing.height;
                assert!((0.7..4.0).contains(&proportion), "{count}: {proportion}");
                if count >= 12 {
                    assert!((1.1..2.2).contains(&proportion), "{count}: {proportion}");
                }
            }
        }
        assert_eq!(pack(&[], 100.0, 10.0).places, Vec::new());
    }
}
