//! Any text as a visual of each game, as JSON and as a picture: judged or refused, and the two readers of JSON agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::game::Playable;
use sim::games::{BUILT_IN, Tracer, build, check, tracer};
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<(Box<dyn Playable>, Tracer)>> = LazyLock::new(|| {
    let game = |text| {
        let file = check(text).expect("a built-in game");
        (build(&file, None).expect("a built-in game"), tracer(&file, None).expect("a built-in game"))
    };
    BUILT_IN.iter().map(|built_in| game(built_in.text)).collect()
});

fuzz_target!(|text: &str| {
    for (game, tracer) in GAMES.iter() {
        match (game.judge_json(text, false), tracer.trace(text)) {
            (Ok(judged), Ok(trace)) => assert_eq!(judged.prize, trace.prize()),
            (judged, trace) => assert_eq!(judged.is_err(), trace.is_err()),
        }
        let _ = game.judge_picture(text, false);
    }
});
