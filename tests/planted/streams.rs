//! Two bad ways to derive streams, for `tests/dieharder.sh`: the first words of streams 0, 1, 2, ... of xoshiro256++, without end.
//!
//!   raw   the state is (seed, number, 0, 0) as it stands
//!   cut   the state is well mixed from a number that was cut to 16 bits: every 65 536 streams begin again

use std::io::{Write, stdout};

/// The first word of xoshiro256++ from a state (Blackman and Vigna).
fn first_word(state: [u64; 4]) -> u64 {
    state[0].wrapping_add(state[3]).rotate_left(23).wrapping_add(state[0])
}

/// The second word, for states whose first word does not even see the number.
fn second_word(mut state: [u64; 4]) -> u64 {
    let shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = state[3].rotate_left(45);
    first_word(state)
}

/// SplitMix64 (Steele, Lea and Flood 2014).
fn mixed(number: u64) -> [u64; 4] {
    let mut x = number;
    std::array::from_fn(|_| {
        x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = x;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    })
}

fn main() {
    let word: fn(u64) -> u64 = match std::env::args().nth(1).as_deref() {
        Some("raw") => |number: u64| second_word([42, number, 0, 0]),
        Some("cut") => |number: u64| first_word(mixed(number & 0xFFFF)),
        _ => {
            eprintln!("planted_streams raw|cut");
            std::process::exit(2);
        }
    };
    let mut out = stdout().lock();
    for start in (0_u64..).step_by(8_192) {
        let bytes: Vec<u8> = (start..start + 8_192).flat_map(|number| word(number).to_le_bytes()).collect();
        if out.write_all(&bytes).is_err() {
            break;
        }
    }
}
