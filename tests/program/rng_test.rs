//! `sim rng-test`: what it prints, and the raw words.

use crate::{Folder, assert_fits};
use sim::random::Words;
use sim::stats::rng::Streams;
use std::process::Stdio;

#[test]
fn every_test_is_printed_for_people_and_programs() {
    let folder = Folder::new();
    let text = folder.sim("rng-test --n 1e5 --seed 7").ends(0).stdout;
    assert_fits(&text);
    assert!(text.starts_with("PASS  random numbers of seed 7, 100 000 words"), "{text}");
    for source in ["words of one stream", "draws of 1 to 42", "batch of the top prize, 6 a block", "losing visuals of yams"] {
        assert!(text.contains(source), "{source}: {text}");
    }
    let csv = folder.sim("rng-test --n 1e5 --seed 7 --format csv").ends(0).stdout;
    assert!(csv.starts_with("source,test,trials,statistic,degrees_of_freedom,p_value,p_adjusted,verdict\r\n"), "{csv}");
    assert!(csv.lines().count() > 250 && csv.lines().skip(1).all(|line| line.ends_with(",pass")), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&folder.sim("rng-test --n 1e5 --seed 7 --format json").ends(0).stdout).unwrap();
    assert_eq!((&json["seed"], &json["words"], &json["verdict"]), (&7.into(), &100_000.into(), &"pass".into()));
    assert_eq!(json["tests"].as_array().unwrap().len(), csv.lines().count() - 1);
    // every name that is printed is explained
    let tests = json["tests"].as_array().unwrap().iter();
    for name in tests.map(|test| test["test"].as_str().unwrap()).filter(|name| !name.ends_with("low bits")) {
        assert!(sim::report::explain::find(name).is_some(), "`{name}` is not explained");
    }
    folder.sim("rng-test --n 99999").ends(2).says(&["too few words", "100000 or more"]);
    folder.sim("rng-test --n words").ends(2).says(&["--n words"]);
}

#[test]
fn raw_words_are_those_of_the_streams() {
    let folder = Folder::new();
    for streams in Streams::ALL {
        let words = ["rng-test", "--raw", streams.word(), "--n", "1000", "--seed", "5"];
        let output = folder.command(&words).stdin(Stdio::null()).output().unwrap();
        let mut source = streams.open(5);
        let wanted: Vec<u8> = (0..1_000).flat_map(|_| source.word().to_le_bytes()).collect();
        assert_eq!((output.status.code(), output.stdout), (Some(0), wanted), "{streams:?}");
    }
    folder.sim("rng-test --raw nonsense").ends(2).says(&["first-of-batches"]);
    folder.sim("rng-test --raw one --all").ends(2).says(&["--raw"]);
}
