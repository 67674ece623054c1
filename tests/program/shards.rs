//! Promise: shards played by many attempts, in any order, merged, are the run of one machine, byte for byte; what is not whole is refused, and the remedy named.

use crate::{Done, Folder, assert_fits};
use serde_json::Value;
use std::process::{Child, Stdio};

/// Files that equal runs have in common: all but `environment.json`.
fn same_runs(folder: &Folder, one: &str, other: &str) {
    let names = folder.names(one);
    assert_eq!(names, folder.names(other));
    assert!(names.contains(&"summary.json".to_owned()), "{names:?}");
    for name in names.iter().filter(|name| *name != "environment.json") {
        assert!(folder.read(&format!("{one}/{name}")) == folder.read(&format!("{other}/{name}")), "{one}/{name} differs");
    }
}

fn play_all(folder: &Folder, plan: &str, shards: u64) {
    for shard in 0..shards {
        folder.sim(&format!("run --plan {plan} --shard {shard}")).ends(0);
    }
}

/// A small plan of prizes only, three shards.
fn small(folder: &Folder) {
    folder.sim("plan yams --n 2.5blocks --seed 42 --judge none --shards 3 --out p").ends(0);
}

fn part(shard: u64) -> String {
    format!("p/parts/shard-{shard:05}-of-00003.part")
}

#[test]
fn merged_shards_are_the_run_of_one_machine() {
    let folder = Folder::new();
    let table = folder.words(&["new", "trial", "--mechanic", "table", "-o", "trial.toml"]);
    table.ends(0);
    for (number, (game, options, shards, charts)) in [
        ("yams", "--n 1_500_001 --stake 2", 7, true),
        ("star-color", "--n 200_000", 1, false),
        ("yams", "--n 130_000 --sampling iid", 2, false),
        ("diamond-river", "--n 3blocks --judge none", 16, false),
        ("trial.toml", "--n 250_000", 2, false),
    ]
    .into_iter()
    .enumerate()
    {
        let (plan, quiet) = (format!("p{number}"), if charts { "" } else { "--no-charts --quiet" });
        let planned = folder.sim(&format!("plan {game} {options} --seed 42 --shards {shards} --out {plan}")).ends(0);
        assert!(planned.stdout.starts_with("plan ") && planned.stdout.contains(&format!("--plan {plan}/plan.json --shard 0")), "{}", planned.stdout);
        assert_fits(&planned.stdout);
        play_all(&folder, &plan, shards);
        let merge = format!("merge {plan} --out m{number} --charts mc{number} {quiet}");
        let merged = folder.sim(&merge).ends(0);
        let alone = folder.sim(&format!("--game {game} {options} --seed 42 --out o{number} --charts oc{number} {quiet}")).ends(0);
        let name = folder.names(&format!("o{number}")).pop().unwrap();
        same_runs(&folder, &format!("m{number}/{name}"), &format!("o{number}/{name}"));
        if charts {
            let (merged, alone) = (format!("mc{number}/{name}"), format!("oc{number}/{name}"));
            assert_eq!(folder.names(&merged), folder.names(&alone));
            for file in folder.names(&alone).iter().filter(|file| file.contains(".png")) {
                assert!(folder.read(&format!("{merged}/{file}")) == folder.read(&format!("{alone}/{file}")), "{file}");
            }
        }
        assert_eq!(
            merged.stdout.replace(&format!("m{number}/"), "o").replace(&format!("mc{number}/"), "oc"),
            alone.stdout.replace(&format!("o{number}/"), "o").replace(&format!("oc{number}/"), "oc")
        );
        // a run is not replaced by accident, merged or not
        folder.sim(&merge).ends(2).says(&["exists", "--force"]);
    }
}

#[test]
fn a_plan_is_written_once() {
    let folder = Folder::new();
    small(&folder);
    let before = folder.read("p/plan.json");
    small(&folder);
    folder.sim("plan yams --n 2.5blocks --seed 43 --judge none --shards 3 --out p").ends(2).says(&["another plan in `p/plan.json`", "--out"]);
    assert!(folder.read("p/plan.json") == before);
    assert_eq!(folder.names("p"), ["log", "parts", "plan.json", "states", "tmp"]);
    // a seed that is not given is drawn, told, and kept
    let done = folder.sim("plan yams --n 1e5 --shards 2 --out q").ends(0);
    let plan: Value = serde_json::from_str(&folder.text("q/plan.json")).unwrap();
    assert!(done.stdout.contains(&format!("seed {}", plan["plan"]["seed"])), "{}", done.stdout);
    // more shards than blocks, more than Slurm takes, and no number of shards
    let many = folder.sim("plan yams --n 1e5 --seed 1 --shards 1001 --out r").ends(0);
    assert!(
        many.stdout.contains("1001 shards: 1 of one block, 1000 empty") || many.stdout.contains("1 001 shards: 1 of one block, 1 000 empty"),
        "{}",
        many.stdout
    );
    many.says(&["MaxArraySize"]);
    for (wrong, said) in
        [("--shards 0", "from 1 to 1000000"), ("--shards 1000001", "1000001"), ("--shards -1", "-1"), ("--shards x", "x"), ("", "--shards")]
    {
        folder.sim(&format!("plan yams --n 1e5 --seed 1 {wrong} --out s")).ends(2).says(&[said]);
    }
    for wrong in ["plan nothing --shards 2 --out s", "plan yams --n 0 --shards 2 --out s", "plan yams --stake 7 --shards 2 --out s"] {
        folder.sim(wrong).ends(2);
    }
    assert!(!folder.path().join("s").exists());
}

#[test]
fn a_part_that_is_there_is_done() {
    let folder = Folder::new();
    small(&folder);
    let first = folder.sim("run --plan p/plan.json --shard 1").ends(0);
    assert!(first.stdout.contains("shard 1 of 3"), "{}", first.stdout);
    let bytes = folder.read(&part(1));
    let again = folder.sim("run --plan p --shard 1").ends(0);
    assert!(again.stdout.contains("done already"), "{}", again.stdout);
    assert!(folder.read(&part(1)) == bytes);
    assert_eq!(folder.sim("run --plan p --shard 1 --quiet").ends(0).stdout, "");
    assert_eq!(
        (folder.names("p/parts").len(), folder.names("p/log").len(), folder.names("p/states").len(), folder.names("p/tmp").len()),
        (1, 1, 0, 0)
    );
    let text = String::from_utf8(bytes).unwrap();
    let path = folder.path().to_string_lossy().into_owned();
    assert!(!text.contains(&path) && !text.contains("20 26") && !text.contains("host"), "a part tells of its machine");
}

fn every_environment() -> [&'static str; 6] {
    ["SIM_SHARD", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "OMPI_COMM_WORLD_RANK", "PMI_RANK"]
}

fn with(folder: &Folder, arguments: &str, environment: &[(&str, &str)]) -> std::process::Command {
    let mut command = folder.command(&arguments.split_whitespace().collect::<Vec<_>>());
    for name in every_environment() {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied()).stdin(Stdio::null());
    command
}

#[test]
fn the_index_comes_from_the_environment_the_number_of_shards_from_the_plan() {
    let folder = Folder::new();
    small(&folder);
    let auto = |environment: &[(&str, &str)]| Done::of(with(&folder, "run --plan p --shard auto", environment).output().unwrap());
    for (environment, said) in [
        (&[][..], "the environment tells no index"),
        (&[("SLURM_ARRAY_TASK_ID", "1"), ("JOB_COMPLETION_INDEX", "2")], "SLURM_ARRAY_TASK_ID is 1, but JOB_COMPLETION_INDEX is 2"),
        (&[("SIM_SHARD", "3")], "there is no shard 3: the plan has 3 shards"),
        (&[("PMI_RANK", "one")], "PMI_RANK is `one`"),
        (&[("SIM_SHARD", "-1")], "SIM_SHARD is `-1`"),
    ] {
        auto(environment).ends(2).says(&[said]);
    }
    for wrong in [
        "--shard 3",
        "--shard -1",
        "--shard x",
        "",
        "--shard 0 --game yams",
        "--shard 0 --seed 1",
        "--shard 0 --resume --force",
        "--shard 0 --out o",
        "--shard 0 --n 5",
    ] {
        folder.sim(&format!("run --plan p {wrong}")).ends(2);
    }
    folder.sim("run --shard 0").ends(2);
    folder.sim("run --plan nowhere --shard 0").ends(2).says(&["there is no plan `nowhere`"]);
    assert_eq!(folder.names("p"), ["log", "parts", "plan.json", "states", "tmp"]);
    assert!(["log", "parts", "states", "tmp"].iter().all(|name| folder.names(&format!("p/{name}")).is_empty()), "something was written");
    // a task that is submitted again alone believes to be the only one
    let alone =
        auto(&[("SLURM_ARRAY_TASK_ID", "2"), ("SLURM_ARRAY_TASK_COUNT", "1"), ("SLURM_ARRAY_TASK_MIN", "2"), ("SLURM_ARRAY_TASK_MAX", "2")]).ends(0);
    assert!(alone.stdout.contains("shard 2 of 3"), "{}", alone.stdout);
    for (shard, name) in every_environment().into_iter().enumerate() {
        let shard = (shard % 3).to_string();
        assert!(auto(&[(name, &shard)]).ends(0).stdout.contains(&format!("shard {shard} of 3")));
    }
    assert_eq!(folder.names("p/parts").len(), 3);
}

/// What Kubernetes may do: every index runs twice at the same time, in any order, some are killed and started again.
#[test]
fn every_index_run_twice_at_once() {
    let folder = Folder::new();
    folder.sim("plan yams --n 200blocks --seed 9 --shards 5 --out p").ends(0);
    let start = |shard: usize| {
        let index = shard.to_string();
        with(&folder, "run --plan p --shard auto --threads 1 --checkpoint-every 50ms", &[("JOB_COMPLETION_INDEX", &index)])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut attempts: Vec<(usize, Child)> = [3, 0, 4, 1, 2, 2, 4, 0, 1, 3].map(|shard| (shard, start(shard))).into();
    std::thread::sleep(std::time::Duration::from_millis(120));
    for killed in [1, 4, 9] {
        let (shard, child) = &mut attempts[killed];
        assert!(child.try_wait().unwrap().is_none(), "it ended before it could be killed: give it more plays");
        child.kill().unwrap();
        child.wait().unwrap();
        *child = start(*shard);
    }
    for (_, child) in attempts {
        Done::of(child.wait_with_output().unwrap()).ends(0);
    }
    assert_eq!((folder.names("p/parts").len(), folder.names("p/tmp").iter().filter(|name| !name.contains(".tmp")).count()), (5, 0));
    folder.sim("merge p --out m --no-charts").ends(0);
    folder.sim("--game yams --n 200blocks --seed 9 --out o --no-charts").ends(0);
    same_runs(&folder, "m/yams-50-n140000000-s9", "o/yams-50-n140000000-s9");
}

#[test]
fn eight_copies_of_one_shard_are_one_part() {
    let folder = Folder::new();
    folder.sim("plan yams --n 3blocks --seed 9 --shards 2 --out p").ends(0);
    let copies: Vec<Child> = (0..8)
        .map(|_| {
            with(&folder, "run --plan p --shard 1 --threads 1 --checkpoint-every 20ms", &[])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for copy in copies {
        Done::of(copy.wait_with_output().unwrap()).ends(0);
    }
    assert_eq!(folder.names("p/parts"), ["shard-00001-of-00002.part"]);
    assert!(folder.names("p/tmp").is_empty(), "{:?}", folder.names("p/tmp"));
    folder.sim("run --plan p --shard 0").ends(0);
    folder.sim("merge p --no-charts --quiet").ends(0);
}

/// Waits as long as `waiting` says so. A program that ends meanwhile had too little to do for this machine, and the test would look at nothing.
fn wait_while_it_runs(child: &mut Child, waiting: impl Fn() -> bool) {
    while waiting() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before the test could look: give it more plays");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// An attempt that is ended keeps its state; another one, of another name, goes on with it.
#[cfg(unix)]
#[test]
fn a_shard_that_is_ended_is_gone_on_with() {
    let folder = Folder::new();
    folder.sim("plan yams --n 3000blocks --seed 9 --shards 2 --out p").ends(0);
    folder.sim("plan yams --n 300blocks --seed 9 --shards 1 --out q").ends(0);
    let states = |plan: &str| folder.names(&format!("{plan}/states")).iter().filter(|name| name.contains(".json") && !name.starts_with('.')).count();
    for (number, (signal, code)) in [("TERM", 75), ("INT", 130)].into_iter().enumerate() {
        let mut child =
            with(&folder, "run --plan p --shard 1 --checkpoint-every 30ms", &[]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_while_it_runs(&mut child, || states("p") <= number);
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap().success());
        let done = Done::of(child.wait_with_output().unwrap()).ends(code);
        done.says(&["of shard 1; its state is kept in", "sim run --plan p/plan.json --shard 1"]);
    }
    let status: Value = serde_json::from_str(&folder.sim("status --plan p --format json").ends(0).stdout).unwrap();
    assert_eq!((&status["begun"][0]["shard"], &status["missing"]), (&1.into(), &serde_json::json!([0, 1])));
    assert!(status["begun"][0]["plays_done"].as_u64() > Some(0), "{status}");
    // killed once it has kept a state; the next attempt goes on from there, and leaves what is damaged alone
    for kills in 1..=2 {
        let arguments = "run --plan q --shard 0 --threads 1 --checkpoint-every 30ms";
        let mut child = with(&folder, arguments, &[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_while_it_runs(&mut child, || states("q") < 2 * kills - 1);
        child.kill().unwrap();
        child.wait().unwrap();
        folder.write(&format!("q/states/shard-00000-of-00001.broken-{kills}.json"), "half a sta");
    }
    folder.sim("run --plan q --shard 0").ends(0).says(&[
        "going on with shard 0 after",
        "broken-1.json` is left alone",
        "broken-2.json` is left alone",
    ]);
    folder.sim("merge q --out m --no-charts").ends(0);
    folder.sim("--game yams --n 300blocks --seed 9 --out o --no-charts").ends(0);
    same_runs(&folder, "m/yams-50-n210000000-s9", "o/yams-50-n210000000-s9");
    assert!(folder.names("q/states").is_empty(), "{:?}", folder.names("q/states"));
}

#[test]
fn the_status_tells_what_is_missing() {
    let folder = Folder::new();
    folder.sim("plan yams --n 12blocks --seed 42 --judge none --shards 12 --out p").ends(0);
    let status = |format: &str| folder.sim(&format!("status --plan p --format {format}")).ends(0).stdout;
    assert_eq!(status("slurm"), "0-11\n");
    for shard in [0, 1, 4, 11] {
        folder.sim(&format!("run --plan p --shard {shard}")).ends(0);
    }
    assert_eq!((status("slurm"), status("list")), ("2-3,5-10\n".to_owned(), "2\n3\n5\n6\n7\n8\n9\n10\n".to_owned()));
    let text = status("text");
    assert!(text.contains("done     4 of 12 shards") && text.contains("missing  2-3,5-10") && text.contains("--shard 2"), "{text}");
    assert_fits(&text);
    let json: Value = serde_json::from_str(&status("json")).unwrap();
    assert_eq!((&json["done"], &json["shards"], &json["damaged"]), (&serde_json::json!([0, 1, 4, 11]), &12.into(), &serde_json::json!([])));
    let name = "p/parts/shard-00004-of-00012.part";
    folder.write(name, "half a par");
    folder.sim("status --plan p --format slurm").ends(3).says(&["shard-00004-of-00012.part` cannot be used"]);
    assert_eq!(folder.sim("status --plan p --format slurm").stdout, "2-10\n");
    std::fs::remove_file(folder.path().join(name)).unwrap();
    for shard in 2..=10 {
        folder.sim(&format!("run --plan p --shard {shard}")).ends(0);
    }
    assert_eq!((status("slurm"), status("list")), (String::new(), String::new()));
    assert!(status("text").contains("next: sim merge --plan p/plan.json"));
}

/// Everything that is not the whole run: refused, with 3, told, and nothing written.
#[test]
fn what_is_not_whole_is_not_merged() {
    let folder = Folder::new();
    small(&folder);
    folder.sim("plan yams --n 2.5blocks --seed 43 --judge none --shards 3 --out other").ends(0);
    play_all(&folder, "p", 3);
    play_all(&folder, "other", 3);
    let whole: Vec<Vec<u8>> = (0..3).map(|shard| folder.read(&part(shard))).collect();
    let restore = || {
        std::fs::remove_dir_all(folder.path().join("p/parts")).unwrap();
        for (shard, bytes) in (0..).zip(&whole) {
            folder.write(&part(shard), std::str::from_utf8(bytes).unwrap());
        }
    };
    let text = |shard: usize| String::from_utf8(whole[shard].clone()).unwrap();
    let mut flipped = text(1).into_bytes();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let flipped = String::from_utf8(flipped).unwrap();
    let table: [(&str, Option<String>, &str); 9] = [
        ("p/parts/shard-00001-of-00003.part", None, "missing, 1 of 3 shards: 1"),
        ("p/parts/shard-00001-of-00003.part", Some(text(1)[..text(1).len() / 2].to_owned()), "it is no part"),
        ("p/parts/shard-00001-of-00003.part", Some(String::new()), "it is no part"),
        ("p/parts/shard-00001-of-00003.part", Some(flipped), "shard-00001-of-00003.part`"),
        ("p/parts/shard-00001-of-00003.part", Some(text(2)), "it is of shard 2"),
        ("p/parts/shard-00001-of-00003.part", Some(folder.text("other/parts/shard-00001-of-00003.part")), "another plan"),
        ("p/parts/shard-00001-of-00003.part", Some(text(1).replacen(sim::run_file::PROGRAM, "sim 9.9.9", 1)), "made by sim 9.9.9"),
        ("p/parts/shard-00003-of-00004.part", Some(text(1)), "the part of no shard of this plan"),
        ("p/parts/notes.txt", Some("mine".to_owned()), "the part of no shard of this plan"),
    ];
    for (name, content, said) in &table {
        restore();
        match content {
            Some(content) => drop(folder.write(name, content)),
            None => std::fs::remove_file(folder.path().join(name)).unwrap(),
        }
        let done = folder.sim("merge --plan p --no-charts").ends(3);
        assert_fits(&done.stderr);
        done.says(&["`p/plan.json` cannot be merged", said]);
        assert!(!folder.path().join("results").exists(), "{said}: something was written");
        if content.is_some() && name.contains("00001") {
            folder.sim("run --plan p --shard 1").ends(3).says(&["rm p/parts/shard-00001-of-00003.part"]);
            folder.sim("status --plan p").ends(3);
        }
    }
    // several troubles, told at once, with the indices to be pasted
    restore();
    for shard in [0, 2] {
        std::fs::remove_file(folder.path().join(part(shard))).unwrap();
    }
    folder.write("p/parts/notes.txt", "mine");
    folder.sim("merge --plan p").ends(3).says(&["missing, 2 of 3 shards: 0,2", "notes.txt", "--shard 0", "the shards `0,2`"]);
    restore();
    // parts that are named: copied elsewhere, twice, of another plan, with their plan beside them or named
    for shard in 0..3 {
        folder.write(&format!("copied/{shard}.part"), &text(shard));
    }
    folder.sim("merge --plan p/plan.json copied/0.part copied/1.part copied/2.part copied/1.part").ends(3).says(&["shard 1 is there twice"]);
    folder.sim("merge --plan p/plan.json copied/0.part copied/1.part").ends(3).says(&["missing, 1 of 3 shards: 2"]);
    folder.sim("merge --plan p/plan.json copied/0.part copied/1.part copied/no.part").ends(3).says(&["copied/no.part`: there is no such file"]);
    folder.sim("merge --plan p/plan.json copied/0.part copied/1.part other/parts/shard-00002-of-00003.part").ends(3).says(&["another plan"]);
    folder.sim("merge copied/0.part copied/1.part copied/2.part").ends(2).says(&["there is no plan beside"]);
    folder.sim("merge p other").ends(2).says(&["several plans"]);
    folder.sim("merge").ends(2);
    assert!(!folder.path().join("results").exists());
    folder.sim("merge --plan p/plan.json copied --no-charts --quiet --out a").ends(0);
    folder.sim("merge p/parts --no-charts --quiet --out b").ends(0);
    folder.sim("merge p --no-charts --quiet --out c").ends(0);
    let name = "yams-50-n1750000-s42-nojudge";
    same_runs(&folder, &format!("a/{name}"), &format!("b/{name}"));
    same_runs(&folder, &format!("a/{name}"), &format!("c/{name}"));
}

/// An attempt that gives other bytes than the part that is there (a bad disk, bad memory): both are kept, and the merge stops too.
#[cfg(unix)]
#[test]
fn attempts_that_disagree_are_4() {
    let folder = Folder::new();
    folder.sim("plan yams --n 600blocks --seed 42 --shards 3 --out p").ends(0);
    std::fs::remove_dir(folder.path().join("p/log")).unwrap();
    let mut child = with(&folder, "run --plan p --shard 1 --threads 1", &[]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // it makes its folders once it has seen that the part is not there
    wait_while_it_runs(&mut child, || !folder.path().join("p/log").exists());
    // a part that another attempt publishes while this one plays
    folder.write(&part(1), "a part with one bit more");
    Done::of(child.wait_with_output().unwrap()).ends(4).says(&["two attempts at shard 1 disagree", "third"]);
    assert_eq!(folder.text(&part(1)), "a part with one bit more");
    let names = folder.names("p/parts");
    assert!(names.len() == 2 && names.iter().any(|name| name.ends_with(".differs")), "{names:?}");
    folder.sim("merge p").ends(4).says(&["gave other bytes", "shard-00001-of-00003.part"]);
    folder.sim("status --plan p").ends(4);
}

#[test]
fn a_damaged_plan_is_3() {
    let folder = Folder::new();
    small(&folder);
    let whole = folder.text("p/plan.json");
    for (damage, said) in [
        (whole.replacen("\"shards\": 3", "\"shards\": 4", 1), "does not match its content"),
        (whole[..whole.len() / 2].to_owned(), "it is no plan of shards"),
        (whole.replacen("Yam's", "Yem's", 1), "`game_sha256` does not match"),
        ("{}".to_owned(), "it is no plan of shards"),
    ] {
        folder.write("bad/plan.json", &damage);
        for command in ["run --plan bad --shard 0", "status --plan bad", "merge bad", "submit slurm --plan bad"] {
            folder.sim(command).ends(3).says(&["the plan `bad/plan.json` cannot be used", said]);
        }
    }
    assert_eq!(folder.names("bad"), ["plan.json"]);
}

#[test]
fn scripts_are_printed_and_nothing_is_submitted() {
    let folder = Folder::new();
    small(&folder);
    let script = folder
        .words(&["submit", "slurm", "--plan", "p", "--partition", "long", "--time", "04:00:00", "--cpus", "2", "--at-once", "2"])
        .ends(0)
        .stdout;
    for part in [
        "#SBATCH --partition=long\n",
        "#SBATCH --time=04:00:00\n",
        "--cpus-per-task=2\n",
        "afterany",
        "--open-mode=append",
        "--requeue",
        "MaxArraySize",
        "0-2",
        "%2",
        "--shard auto",
    ] {
        assert!(script.contains(part), "`{part}` is missing in:\n{script}");
    }
    assert!(!script.contains("--dependency=afterok") && !script.replace("TERM@60", "").contains('@'), "{script}");
    let plain = folder.sim("submit slurm --plan p").ends(0).stdout;
    assert!(!plain.contains("--partition") && !plain.contains("--time") && !plain.replace("TERM@60", "").contains('@'), "{plain}");
    let manifest = folder.words(&["submit", "k8s", "--plan", "p", "--image", "registry.example/sim:1", "--mount", "/shared"]).ends(0).stdout;
    for part in [
        "completionMode: Indexed",
        "completions: 3",
        "parallelism: 3",
        "backoffLimitPerIndex: 5",
        "\"registry.example/sim:1\"",
        "\"/shared/p/plan.json\"",
        "suspend: true",
    ] {
        assert!(manifest.contains(part), "`{part}` is missing in:\n{manifest}");
    }
    assert!(!manifest.contains('@'), "{manifest}");
    for wrong in [
        "submit",
        "submit pbs --plan p",
        "submit slurm",
        "submit slurm --plan p --partition a;b",
        "submit k8s --plan p --image a'b",
        "submit slurm --plan p --cpus 0",
    ] {
        folder.sim(wrong).ends(2);
    }
    assert!(folder.names("p/parts").is_empty());
}
