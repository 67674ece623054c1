//! The referee against its slow twin, and cases made by hand.

use super::super::referee::Referee;
use super::super::visual::SLOTS;
use super::*;
use crate::random::{Words, below, stream};

fn rules() -> Rules {
    game().rules
}

/// Both verdicts agree, line by line.
fn agree<W: Word>(rules: &Rules, referee: &Referee<W>, visual: &Visual<W>) {
    let fast = referee.judge(visual);
    let slow = twin::judge(rules, visual);
    let evidence = &fast.evidence;
    let context = || picture::draw(rules, visual, &fast, false);
    assert_eq!((fast.prize, fast.ambiguous), (slow.prize, slow.ambiguous), "{}\n{slow:?}", context());
    assert_eq!(usize::from(evidence.throws), slow.lines.len(), "{}", context());
    assert_eq!((usize::from(evidence.gold), evidence.wheel), (slow.gold, slow.wheel), "{}", context());
    for throw in 0..usize::from(evidence.throws).min(visual.throws()) {
        let shows = |wanted: &dyn Fn(Symbol) -> bool| (0..rules.grid.cells()).any(|cell| wanted(visual.symbol(throw, cell)));
        let seen = [evidence.with_line, evidence.with_magic, evidence.with_special].map(|set| set >> throw & 1 == 1);
        let line = slow.lines.get(throw).is_some_and(|lines| !lines.is_empty());
        assert_eq!(seen, [line, shows(&|symbol| symbol == Symbol::Magic), shows(&|symbol| !matches!(symbol, Symbol::Gem(_)))], "{}", context());
    }
    assert_eq!(usize::from(evidence.line_count), slow.lines.iter().map(Vec::len).sum::<usize>(), "{}", context());
    if usize::from(evidence.line_count) > evidence.lines.len() {
        return;
    }
    let mut found: Vec<(u8, usize, u8, u64, bool)> = Vec::new();
    for line in &evidence.lines[..usize::from(evidence.line_count)] {
        found.push((line.throw, usize::from(line.direction), line.gem, line.cells.wide(), line.magic));
    }
    let mut expected = Vec::new();
    for (throw, lines) in (0_u8..).zip(&slow.lines) {
        for line in lines {
            let cells = line.cells.iter().fold(0, |set, &(row, column)| set | 1_u64 << rules.grid.cell(row, column));
            let magic = line.cells.iter().any(|&(row, column)| visual.symbol(usize::from(throw), rules.grid.cell(row, column)) == Symbol::Magic);
            expected.push((throw, line.direction, line.gem, cells, magic));
        }
    }
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{}", context());
}

/// A board of any symbols: `gems` colours, specials one cell in `rarity`.
fn random_visual<W: Word>(rules: &Rules, gems: u64, rarity: u64, words: &mut impl Words) -> Visual<W> {
    let throws = rules.throws + usize::try_from(below(words, 4)).unwrap();
    let mut visual = Visual::blank(throws);
    for throw in 0..throws {
        for cell in 0..rules.grid.cells() {
            let symbol = match below(words, rarity) {
                0 => [Symbol::Magic, Symbol::Gold, Symbol::PlusOne, Symbol::Wheel][usize::try_from(below(words, 4)).unwrap()],
                _ => Symbol::Gem(u8::try_from(below(words, gems)).unwrap()),
            };
            visual.set(throw, cell, symbol);
        }
    }
    if below(words, 3) == 0 {
        visual.set_wheel(Some(rules.wheel[usize::try_from(below(words, rules.wheel.len() as u64)).unwrap()]));
    }
    visual
}

/// `each` boards of every number of gems and rarity of special symbols.
fn random_boards(each: u32) {
    let rules = rules();
    let referee = Referee::<u32>::new(&rules);
    let mut words = stream(1, Purpose::Test, 1);
    for gems in 1..=6 {
        for rarity in [2, 8, 40, 200] {
            for _ in 0..each {
                agree(&rules, &referee, &random_visual(&rules, gems, rarity, &mut words));
            }
        }
    }
}

/// `each` boards of every grid.
fn other_grids(each: u32) {
    for (rows, columns) in [(3, 3), (6, 5), (8, 4), (3, 10), (4, 4)] {
        let rules = Rules { grid: Grid { rows, columns }, ..rules() };
        let referee = Referee::<u32>::new(&rules);
        let mut words = stream(2, Purpose::Test, rows as u64);
        for _ in 0..each {
            agree(&rules, &referee, &random_visual(&rules, 3, 12, &mut words));
        }
    }
}

#[test]
fn agrees_with_the_twin_on_random_boards() {
    random_boards(5_000);
}

#[test]
fn agrees_with_the_twin_on_other_grids() {
    other_grids(5_000);
}

/// Throws are read line by line only where three in a row may be a line: no throw is looked at in vain, and none is passed over.
#[test]
fn windows_are_three_in_a_row_of_one_gem_or_magic() {
    let mut words = stream(5, Purpose::Test, 1);
    for (rows, columns) in [(5, 6), (6, 5), (3, 10)] {
        let rules = Rules { grid: Grid { rows, columns }, ..rules() };
        let referee = Referee::<u32>::new(&rules);
        for (gems, rarity) in [(1, 4), (2, 2), (2, 6), (3, 20)].repeat(20) {
            let visual = random_visual::<u32>(&rules, gems, rarity, &mut words);
            let magic = std::array::from_fn(|throw| {
                let of = |cell: usize| u32::from(visual.symbol(throw, cell) == Symbol::Magic) << cell;
                if throw < visual.throws() { (0..30).map(of).sum() } else { 0 }
            });
            let windows: [u32; SLOTS] = referee.windows(&visual, &magic);
            for (throw, &windows) in windows.iter().enumerate().take(visual.throws()) {
                assert_eq!(windows, slow_windows(&rules, &visual, throw), "{}", picture::draw(&rules, &visual, &referee.judge(&visual), false));
            }
        }
    }
}

/// The cells at which a window of three cells begins, in any direction, of which each two show the same gem or one is magic: the cell of the lowest number.
fn slow_windows(rules: &Rules, visual: &Visual<u32>, throw: usize) -> u32 {
    let grid = rules.grid;
    let mut found = 0;
    for cell in 0..grid.cells() {
        let (row, column) = grid.place(cell);
        for (down, right) in [(0_isize, 1_isize), (1, 0), (1, 1), (-1, 1)] {
            let along = |steps: isize| {
                let (row, column) = (row.checked_add_signed(down * steps)?, column.checked_add_signed(right * steps)?);
                (row < grid.rows && column < grid.columns).then(|| grid.cell(row, column))
            };
            let Some(cells) = [along(0), along(1), along(2)].into_iter().collect::<Option<Vec<usize>>>() else { continue };
            let shown: Vec<Symbol> = cells.iter().map(|&cell| visual.symbol(throw, cell)).collect();
            let same = |a: Symbol, b: Symbol| a == Symbol::Magic || b == Symbol::Magic || a == b;
            let open = shown.iter().all(|symbol| matches!(symbol, Symbol::Gem(_) | Symbol::Magic));
            if open && same(shown[0], shown[1]) && same(shown[1], shown[2]) && same(shown[0], shown[2]) {
                found |= 1 << cells[0].min(cells[2]);
            }
        }
    }
    found
}

/// What a build without optimisation has time for.
#[test]
fn agrees_on_a_few_boards() {
    random_boards(25);
    other_grids(25);
    for line_length in 3..=6 {
        other_lengths(line_length, 2);
    }
}

/// Lines of three to six, in words of 64 cells. Few gems, so that there are lines, runs of one more, and magic gems in them: of each length at least a
/// hundred visuals must show a line, with a magic gem too, some be ambiguous, and some have lines and be clear.
#[test]
fn agrees_with_the_twin_on_lines_of_other_lengths() {
    for line_length in 3..=6 {
        let [with_line, with_magic, ambiguous, clear] = other_lengths(line_length, 60);
        assert!(with_line > 100 && with_magic > 100 && ambiguous > 100 && clear > 10, "{line_length}: {with_line} {with_magic} {ambiguous} {clear}");
    }
}

/// `each` boards of every grid, number of gems and rarity: how many show a line, with a magic gem, are ambiguous, have lines and are clear.
fn other_lengths(line_length: usize, each: u32) -> [u32; 4] {
    let mut counts = [0; 4];
    for (rows, columns) in [(7, 7), (8, 8), (4, 16), (6, 5), (6, 6), (9, 3), (1, 12), (16, 2), (7, 9)] {
        let rules = Rules { grid: Grid { rows, columns }, line_length, ..rules() };
        let referee = Referee::<u64>::new(&rules);
        let mut words = stream(4, Purpose::Test, (rows * 8 + line_length) as u64);
        for gems in [1, 2, 3, 5] {
            for rarity in [3, 12, 60, 400] {
                for _ in 0..each {
                    let visual = random_visual::<u64>(&rules, gems, rarity, &mut words);
                    agree(&rules, &referee, &visual);
                    let verdict = referee.judge(&visual);
                    let has_line = verdict.evidence.line_count > 0;
                    let magic = verdict.evidence.lines.iter().any(|line| line.magic);
                    let seen = [has_line, magic, verdict.ambiguous, !verdict.ambiguous && has_line];
                    counts.iter_mut().zip(seen).for_each(|(count, seen)| *count += u32::from(seen));
                }
            }
        }
    }
    counts
}

/// One throw of 5 x 6 cells in lines of four: what pays and what is ambiguous is one cell longer than in lines of three.
#[test]
fn cases_of_lines_of_four_made_by_hand() {
    let rules = Rules { line_length: 4, throws: 1, most_extra: 0, ..rules() };
    let referee = Referee::<u64>::new(&rules);
    for (what, board, euros, ambiguous) in [
        ("three in a row", "GGGORB BOPKRP PKRPBO RPBOGK BOGKRP", 0, false),
        ("four in a row", "GGGGRB BOPKRP PKRPBO RPBOGK BOGKRP", 6, false),
        ("five in a row", "GGGGGB BOPKRP PKRPBO RPBOGK BOGKRP", 12, true),
        ("a magic gem before three", "MGGGRB BOPKRP PKRPBO RPBOGK BOGKRP", 6, false),
        ("a magic gem between", "GMGGRB BOPKRP PKRPBO RPBOGK BOGKRP", 6, false),
        ("a magic gem after three", "GGGMRB BOPKRP PKRPBO RPBOGK BOGKRP", 6, false),
        ("a magic gem and two", "GGMORB BOPKRP PKRPBO RPBOGK BOGKRP", 0, false),
        ("a magic gem makes a run of five", "GGMGGB BOPKRP PKRPBO RPBOGK BOGKRP", 12, true),
        ("a magic gem completes two lines", "GGGMKB BOPKRP PKRKBO RPBKGK BOGORP", 9, true),
        ("a golden gem is no gem of a line", "G$GGGB BOPKRP PKRPBO RPBOGK BOGKRP", 0, false),
        ("a falling line", "RPBOGK BROGKP GKRPBO RPBRGK BOGKOP", 1000, false),
        ("a rising line", "RPBOGK BOGPRK GKPRBO RPBOGK PBGKRB", 100, false),
    ] {
        let text = format!("throw 1\n{}\n", board.replace(' ', "\n"));
        let visual = picture::read::<u64>(&rules, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        agree(&rules, &referee, &visual);
        let verdict = referee.judge(&visual);
        assert_eq!((verdict.prize, verdict.ambiguous), (Cents(euros * 100), ambiguous), "{what}");
    }
}

#[test]
fn agrees_with_the_twin_on_generated_visuals() {
    let game = game();
    for tier in game.table.ids() {
        let mut visuals = vec![Visual::default(); 1_000];
        game.generate(tier, &mut Lanes::new(3, Purpose::Test, u64::from(tier.0)), &mut visuals);
        visuals.iter().for_each(|visual| agree(&game.rules, &game.referee, visual));
    }
}

/// Four throws without a line; the first one as drawn by the case.
fn case(first: &str) -> Verdict<Evidence> {
    let quiet = ["RPBOGK", "BOGKRP", "GKRPBO", "RPBOGK", "BOGKRP"];
    let mut text = String::from("throw 1 throw 2 throw 3 throw 4\n");
    for (row, quiet) in first.split_whitespace().zip(quiet) {
        assert_eq!(row.len(), 6);
        text.push_str(&format!("{row} {quiet} {quiet} {quiet}\n"));
    }
    let game = game();
    let visual = game.read_picture(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    agree(&game.rules, &game.referee, &visual);
    game.referee.judge(&visual)
}

#[test]
fn cases_made_by_hand() {
    for (what, board, euros, ambiguous) in [
        ("nothing", "RPBOGK BOGKRP GKRPBO RPBOGK BOGKRP", 0, false),
        ("a red line along the last row", "RPBOGK BOGKRP GKRPBO RPBOGK BOGRRR", 1000, false),
        ("a purple column", "RPBOGP BOGKRP GKRPBP RKBOGK BOGKRR", 100, false),
        ("a falling line", "BPBOGK RBGKRP GKBPRO RPOOGK BOGKRP", 20, false),
        ("a rising line", "RPKOGK BKGKRP KPRPBO RPBOGK BOGRRP", 3, false),
        ("two directions that share a cell", "OOORPB OBGKRP OKRPBG RPBOGK BOGKRP", 20, false),
        ("four in a row", "GGGGRB BOPKRP PKRPBO RPBOGK BOGKRP", 12, true),
        ("five in a column", "KPBOGR KOGRRP KGRPBO KPBOGR KOGRBP", 9, true),
        ("a magic gem between two", "GPKBKK BOKBOO GMGRRB OBOPBR BKGPGO", 6, false),
        ("a magic gem makes a run of four", "BBMBKK KOGRRG GGOPPB OPGKRO KOKKBO", 40, true),
        ("a magic gem completes two lines", "RRMGGK BOKORP GKPPBO RPBOGK BOGKRP", 1006, true),
        ("a golden gem is no gem of a line", "R$RRBK BOGKGP GKRPBO RPBOGK BOGKRP", 0, false),
        ("a magic gem is no golden gem", "$M$OGK BOGKRP GKRPBO RPBOGK BOGKRP", 0, false),
        ("three golden gems", "$PBO$K BOGKRP GK$PBO RPBOGK BOGKRP", 50, false),
        ("a line around the edge is none", "KBKPGG GOGKGP BGRKOG OOBGGK KKROKP", 0, false),
    ] {
        let verdict = case(board);
        assert_eq!((verdict.prize, verdict.ambiguous), (Cents(euros * 100), ambiguous), "{what}");
    }
}

#[test]
fn what_no_play_can_show_is_judged_without_a_panic_and_is_ambiguous() {
    let game = game();
    // the most of everything, on any number of throws
    let kinds = [Symbol::Gem(0), Symbol::Gem(5), Symbol::Gem(7), Symbol::Magic, Symbol::Gold, Symbol::PlusOne, Symbol::Wheel];
    for throws in 0..=9 {
        for symbol in kinds {
            let mut visual = Visual::blank(throws);
            (0..visual.throws()).for_each(|throw| (0..30).for_each(|cell| visual.set(throw, cell, symbol)));
            // at most three extra throws (5.7): further "+1" give nothing, so seven throws of them are what the rules allow
            let legal = visual.throws() == 7 && symbol == Symbol::PlusOne;
            assert_eq!(game.referee.judge(&visual).ambiguous, !legal, "{throws} throws of {symbol:?}");
        }
    }
    // a fifth throw that no "+1" allows does not pay
    let mut visual = Visual::blank(5);
    for throw in 0..4 {
        (0..30).for_each(|cell| visual.set(throw, cell, Symbol::Gem(u8::try_from((cell % 5 * 2 + cell / 5) % 6).unwrap())));
    }
    let verdict = game.referee.judge(&visual);
    assert_eq!((verdict.prize, verdict.ambiguous, verdict.evidence.throws), (Cents::ZERO, true, 4));
    // a wheel's sum without its symbol does not pay
    let mut lonely = Visual::blank(4);
    lonely.planes = visual.planes;
    (0..4).for_each(|plane| lonely.planes[plane][4] = 0);
    lonely.set_wheel(Some(Cents(2000)));
    let verdict = game.referee.judge(&lonely);
    assert_eq!((verdict.prize, verdict.ambiguous), (Cents::ZERO, true));
}
