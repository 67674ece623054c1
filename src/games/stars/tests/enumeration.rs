//! The exact tables of sets with one explosion, derived again from all sets of seven stars.

use super::super::exact::{BLOCKED, CELLS, FREE, HALF_BLOCKED, LAYOUTS, NEW, New};

/// The cells that a bonus on `cell` explodes, by rows and columns: a milky way, a shooting star NW-SE, NE-SW.
pub fn reach(cell: i64) -> [u64; 3] {
    let (row, column) = (cell / 7, cell % 7);
    let mut reach = [0; 3];
    for other in 0..42 {
        let (down, across) = (other / 7 - row, other % 7 - column);
        let bit = 1_u64 << other;
        if other != cell && down.abs() <= 1 && across.abs() <= 1 {
            reach[0] |= bit;
        }
        if down == across {
            reach[1] |= bit;
        }
        if down == -across {
            reach[2] |= bit;
        }
    }
    reach
}

/// By seven stars: new stars of each cell and kind, spread over the cells that uncover at least one.
#[test]
#[ignore = "all 26 978 328 layouts: some seconds"]
fn one_explosion_enumerated() {
    let reach: Vec<[u64; 3]> = (0..42).map(reach).collect();
    let mut free = [[0_u128; NEW]; 3];
    let mut half_blocked = [[0_u128; NEW]; 3];
    let (mut layouts, mut blocked) = (0_u128, [0_u128; 4]);
    let mut stars: u64 = 0b111_1111;
    while stars < 1 << 42 {
        let mut new = [[0_u64; NEW]; 3];
        let mut places = [0; 3];
        let mut left = stars;
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            for kind in 0..3 {
                let uncovered = (reach[cell][kind] & !stars).count_ones() as usize;
                if uncovered > 0 {
                    places[kind] += 1;
                    new[kind][uncovered - 1] += 1;
                }
            }
        }
        assert!(places[0] > 0, "a milky way always finds a place");
        layouts += 1;
        blocked[usize::from(places[1] == 0) + 2 * usize::from(places[2] == 0)] += 1;
        let into = if places[1] == 0 || places[2] == 0 { &mut half_blocked } else { &mut free };
        for kind in 0..3 {
            for count in 0..NEW {
                if new[kind][count] > 0 {
                    into[kind][count] += u128::from(new[kind][count]) * (CELLS / places[kind]);
                }
            }
        }
        // the next larger number with as many ones
        let lowest = stars & stars.wrapping_neg();
        let ripple = stars + lowest;
        stars = ripple | (((stars ^ ripple) >> 2) / lowest);
    }
    println!("free {free:?}\nhalf blocked {half_blocked:?}\nblocked {blocked:?}");
    assert_eq!(layouts, LAYOUTS);
    assert_eq!(blocked, [LAYOUTS - 2 * BLOCKED, BLOCKED, BLOCKED, 0]);
    assert_eq!(free[1], free[2], "mirrored directions");
    assert_eq!(half_blocked[1], half_blocked[2], "mirrored directions");
    assert_eq!(FREE, New { milky_way: free[0], shooting_star: free[1] });
    // half the half-blocked layouts block one direction, half the other
    assert_eq!(HALF_BLOCKED, New { milky_way: half_blocked[0].map(|count| count / 2), shooting_star: half_blocked[1] });
}
