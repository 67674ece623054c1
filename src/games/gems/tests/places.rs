//! The places of lines.

use super::super::places::Places;
use super::*;

/// 5 x 4 horizontal, 3 x 6 vertical and 3 x 4 of each diagonal; each class holds a place and its mirror images, so 1, 2 or 4 places.
#[test]
fn places_and_their_mirror_images() {
    let places = Places::new(game().rules.grid, 3);
    assert_eq!(places.names.len(), 20 + 18 + 12 + 12);
    let most = places.classes.iter().max().copied().unwrap_or(0);
    for class in 0..=most {
        let size = places.classes.iter().filter(|&&of| of == class).count();
        assert!(matches!(size, 1 | 2 | 4), "class {class} holds {size}");
    }
}

/// 7 x 4 horizontal, 4 x 7 vertical and 4 x 4 of each diagonal lines of four.
#[test]
fn places_of_longer_lines() {
    let places = Places::new(Grid { rows: 7, columns: 7 }, 4);
    assert_eq!(places.names.len(), 28 + 28 + 16 + 16);
    assert_eq!(places.names[3], "horizontal from row 1, column 4");
    assert!(Places::new(Grid { rows: 3, columns: 5 }, 6).names.is_empty());
}

/// Every line that the referee finds has a place, and its cells are those of the name.
#[test]
fn every_line_has_a_place() {
    let game = game();
    let places = Places::new(game.rules.grid, 3);
    let tier = game.table.tier_of(Cents(2000)).unwrap();
    let mut lanes = Lanes::new(5, Purpose::Test, 3);
    let mut visuals = vec![Visual::default(); 2000];
    game.generate(tier, &mut lanes, &mut visuals);
    let mut lines = 0;
    for visual in &visuals {
        let evidence = game.referee.judge(visual).evidence;
        for &line in evidence.lines.iter().take(usize::from(evidence.line_count)) {
            assert!(places.of(line).is_some(), "{line:?}");
            lines += 1;
        }
    }
    assert!(lines > 1000);
}
