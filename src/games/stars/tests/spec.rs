//! The section `[stars]`: every mistake is reported, at its line, with what to do.

use super::super::spec::{self, DecoyWeights};
use super::STAR_COLOR;
use crate::games::check;
use crate::spec::GameFile;

/// Line, message and remedy of each finding.
fn findings(text: &str) -> Vec<(usize, String, String)> {
    let findings = check(text).map(|_| ()).unwrap_err();
    findings.0.iter().map(|finding| (finding.line(text), finding.message.clone(), finding.help.clone())).collect()
}

#[test]
fn the_built_in_file_is_right() {
    let file = check(STAR_COLOR).unwrap();
    assert_eq!(file.offers.len(), 3);
    assert_eq!(file.decisions.len(), 11);
    let params = file.mechanic_section(spec::read).unwrap();
    assert_eq!(params.sums.value, [1, 2, 4, 100, 1_000, 5_000, 10_000]);
    assert_eq!(params.top_only, [false, false, false, false, false, true, true]);
    assert_eq!((params.losing.extra, params.losing.explosions), ((2, 25), [60, 28, 9, 3]));
    for offer in &file.offers {
        assert_eq!(offer.table.total() * 10, offer.table.stake().wide() * 7_000_000, "70 %");
        assert_eq!(offer.table.winning_plays(), 243_912);
    }
}

#[test]
fn each_mistake_is_named_at_its_line() {
    let line_of = |needle: &str| STAR_COLOR.lines().position(|line| line.starts_with(needle)).unwrap() + 1;
    for (from, to, message, remedy) in [
        (
            "sums = [1, 2, 4, 100, 1_000, 5_000, 10_000]",
            "sums = [1, 2, 2, 100, 1_000, 5_000, 10_000]",
            "`stars.sums` holds 2 twice",
            "name each sum once",
        ),
        ("sums = [1, 2, 4, 100, 1_000, 5_000, 10_000]", "sums = [0, 2, 4, 100, 1_000, 5_000, 10_000]", "`stars.sums` holds 0", "a sum is 1 or more"),
        (
            "sums = [1, 2, 4, 100, 1_000, 5_000, 10_000]",
            "sums = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]",
            "`stars.sums` has 17 sums",
            "write 1 to 16 sums",
        ),
        ("top_prize_sums = ", "top_prize_sums = [5_000, 20_000] # ", "`top_prize_sums` names 20000", "add it to `sums`"),
        (
            "max_sums = 6",
            "max_sums = 7",
            "`stars.max_sums` is 7, and with the Extra they must fit the 7 stars of the selected colour",
            "write at most 6",
        ),
        ("max_sums = 6", "max_sums = 0", "`stars.max_sums` is 0", "write 1 to 7"),
        ("way_ratio = ", "way_ratio = \"3/2\" # ", "`stars.way_ratio` is `3/2`, not a probability", ""),
        ("way_ratio = ", "way_ratio = \"1/2000000\" # ", "`way_ratio` is 1/2000000", "write a fraction whose denominator is at most 1000000"),
        ("violet = 1", "violet = 2000000", "`violet` holds 2000000", "write weights of at most 1000000"),
        ("rose = 1", "rosa = 1", "`stars.selected.rosa` is not known", "did you mean `rose`?"),
        ("explosions = ", "explosions = [0, 0, 0, 0] # ", "all weights of `stars.losing.explosions` are 0", "at least one must be more than 0"),
        ("explosions = ", "explosions = [1, 2, 3] # ", "`stars.losing.explosions` has 3 entries, not 4", "write 4 whole numbers"),
        ("extra = \"0.08\"", "extra = \"1.08\"", "`stars.losing.extra` is `1.08`, not a probability", ""),
        ("second_set = ", "second_set = 0.5 # ", "`stars.extra.second_set` is the floating-point number 0.5", ""),
        ("sums = [40, ", "sums = [40, 1, ", "`stars.decoys.sums` has 8 entries, not 7", "write 7 whole numbers"),
        (
            "# ways = [ { prize = 12, sums = [4, 4, 4]",
            "ways = [ { prize = 12, sums = [4, 4, 3]",
            "the way 4 + 4 + 3 holds what is not among `sums`",
            "use sums of the list",
        ),
        ("# ways = [ { prize = 12, sums = [4, 4, 4]", "ways = [ { prize = 12, sums = [4, 4, 2]", "the way 4 + 4 + 2 makes 10, not the prize 12", ""),
        (
            "# ways = [ { prize = 12, sums = [4, 4, 4], weight = 3 }, { prize = 12, sums = [4, 4, 2, 2]",
            "ways = [ { prize = 12, sums = [4, 4, 2, 2], weight = 3 }, { prize = 12, sums = [2, 4, 2, 4]",
            "the way 2 + 4 + 2 + 4 is there twice",
            "keep one of them",
        ),
        ("# ways = [ { prize = 12, sums = [4, 4, 4]", "ways = [ { prize = 12, sums = [2, 2, 2, 2, 2, 1, 1]", "a way of 7 sums", "write 1 to 6 sums"),
    ] {
        assert!(STAR_COLOR.contains(from), "{from}");
        let text = STAR_COLOR.replacen(from, to, 1);
        let found = findings(&text);
        let hit = found.iter().find(|(_, found, _)| found.starts_with(message)).unwrap_or_else(|| panic!("{message}\n{found:?}"));
        assert!(hit.2.starts_with(remedy), "{hit:?}");
        assert_eq!(hit.0, line_of(from), "{hit:?}");
    }
}

#[test]
fn all_mistakes_at_once() {
    let text = STAR_COLOR
        .replace("max_sums = 6", "max_sums = 9")
        .replace("jaune = 1", "jaune = -1")
        .replace("supernova = 2\n\n# S9", "nova = 2\n\n# S9")
        .replace("nothing = 60", "nothing = \"many\"");
    let found = findings(&text);
    for message in [
        "`stars.max_sums` is 9",
        "`stars.selected.jaune` is",
        "`stars.kinds.supernova` is missing",
        "`stars.kinds.nova` is not known",
        "`stars.decoys.nothing` is",
    ] {
        assert_eq!(found.iter().filter(|(_, found, _)| found.starts_with(message)).count(), 1, "{message}\n{found:?}");
    }
}

/// A prize that no ways make is refused at its row, at each stake it belongs to.
#[test]
fn a_prize_without_a_way_is_refused() {
    let text = STAR_COLOR.replace("max_sums = 6", "max_sums = 1");
    let found = findings(&text);
    let lines: Vec<usize> = ["12", "24", "36", "20 000", "40 000", "60 000"]
        .iter()
        .map(|prize| text.lines().position(|line| line.contains(&format!("{{ prize = \"{prize}\","))).unwrap() + 1)
        .collect();
    for line in lines {
        let hit = found.iter().find(|(at, ..)| *at == line).unwrap();
        assert!(hit.1.contains("has no way: no 1 to 1 sums with a weight over 0 add up to it"), "{hit:?}");
        assert!(hit.2.starts_with("the sums at this stake are "), "{hit:?}");
    }
    let without_long_ways = STAR_COLOR.replace("way_ratio = \"1/2\"", "way_ratio = \"0\"");
    assert!(findings(&without_long_ways).iter().any(|(_, message, _)| message.starts_with("the prize 12 has no way")));
}

/// Decoy weights by content: 60 : 25 : 12 : 3, sums 40 : 25 : 20 : 8 : 4 : 2 : 1, kinds 5 : 3 : 2, direction and colour uniform, out of 2 000.
#[test]
fn decoy_weights_multiply_exactly() {
    let decoys = DecoyWeights { contents: [60, 25, 12, 3], sums: vec![40, 25, 20, 8, 4, 2, 1], kinds: [5, 3, 2] };
    let weights = decoys.by_code(6);
    let by_hand = [
        (0, 1_200),
        (1, 200),
        (2, 125),
        (3, 100),
        (4, 40),
        (5, 20),
        (6, 10),
        (7, 5),
        (32, 60),
        (64, 120),
        (65, 36),
        (66, 36),
        (72, 8),
        (73, 8),
        (74, 8),
        (75, 8),
        (76, 8),
        (77, 8),
    ];
    assert_eq!(weights, by_hand);
    assert_eq!(weights.iter().map(|&(_, weight)| weight).sum::<u64>(), 2_000);
    let file = GameFile::read(STAR_COLOR).unwrap();
    assert_eq!(file.mechanic_section(spec::read).unwrap().decoys, decoys);
}

/// The articles and decisions that `sim rules` prints.
#[test]
fn articles_and_decisions_are_all_there() {
    let file = check(STAR_COLOR).unwrap();
    let ids: Vec<&str> = file.decisions.iter().map(|decision| decision.id.as_str()).collect();
    assert_eq!(ids, ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11"]);
    for number in ["2", "3.1 - 3.3", "4.1", "4.2", "4.3", "4.4", "4.5.1", "4.5.2", "4.5.3", "4.5.4", "4.5.5", "4.6", "4.7", "4.8"] {
        assert!(file.articles.iter().any(|article| article.number == number), "{number}");
    }
}
