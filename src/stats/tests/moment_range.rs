//! The laws of the observed moments beside what is known in closed form.

use super::tables::{categories, table};
use crate::stats::moment_range::moment_laws;
use crate::stats::moments;
use crate::stats::paid_sum::Draw;

/// The expected variance of `n` plays about their own mean is `(n - 1) / n` of the table's; drawn without replacement from `N`, `N / (N - 1)` times that.
#[test]
fn the_variance_is_right_on_average() {
    // few states, so that all are kept
    let mut laws = 0;
    for table in [
        table(100, 600, &[(5_000, 1), (300, 60), (100, 130)]),
        table(100, 1_000, &[(900, 20), (200, 200)]),
        table(50, 5_000, &[(4_000, 2), (50, 900)]),
    ] {
        let (categories, size) = (categories(&table), table.block() as f64);
        let exact = moments(&categories);
        for plays in [table.block() / 12, table.block() / 2, 11 * table.block() / 12] {
            let n = plays as f64;
            for (draw, expected) in [(Draw::Independent(plays), (n - 1.0) / n), (Draw::Block(plays), (n - 1.0) / n * size / (size - 1.0))] {
                let Some(law) = moment_laws(&categories, &exact, 0, draw).variance else { continue };
                laws += 1;
                let mean: f64 = law.parts().iter().map(|part| part.probability * part.mean).sum();
                assert!((mean / expected - 1.0).abs() < 1e-6, "{plays} of {size}, {draw:?}: {mean} {expected}");
            }
        }
    }
    assert!(laws >= 14, "{laws} laws were found");
}
