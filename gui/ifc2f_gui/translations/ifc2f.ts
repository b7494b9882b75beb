<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" sourcelanguage="en">
<context>
    <name>ifc2f</name>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>about {cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>mistakes cost {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The model plans several questions ahead. The list below rates each question by itself, and there {name} saves more; you may answer it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>By itself, this question saves less than it costs. Counting the questions that may follow, going on is expected to save {less} compared with deciding now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>If you decide now, {n} of 100 such cases are decided wrongly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>These figures are the model’s own estimates for cases with these answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Would change the decision in about {n} of {of} cases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>First check these answers, which are outside the range seen in training: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>{cheapest} has the lowest expected cost, although {likeliest} is more probable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../training/results.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>{what}, in {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>at most {cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>mistakes cost nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>a mistake costs {cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The model asks in an order fixed in training. By itself, {name} is expected to save more; you may answer it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>at least {saving}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>With about one more answer, {then} of 100. Ask {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>With about {n} more answers, {then} of 100. Ask {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>When training was tested on {rows} held-out cases, {n} in 100 final decisions were wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>fewer than 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>more than 99</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>No answer to it alone would change the decision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Would change the decision in fewer than 1 of 100 cases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Nearly every answer would change the decision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>This model knows only one class, {name}: no answer can change that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The answers contradict each other under this model: please check them before deciding.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Ask {name} first. This model always asks it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>No question is left. Deciding now is expected to cost {stop}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Ask {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>This model does not advise when to stop. Deciding now is expected to cost {stop}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The model’s guarantee does not cover this case: a person must decide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The guarantee does not hold with another pre-test probability or budget; its threshold still applies, as a caution.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Another answer is not worth its cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Going on is expected to cost {go}, deciding now {stop}: ask {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>What is left of the budget does not pay for {name}, the next question. Deciding now is expected to cost {stop}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Every question of the plan has been asked. Deciding now is expected to cost {stop}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Deciding now is expected to cost {stop}, going on {go}: another answer is not worth its cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The plan stops here. Deciding now is expected to cost {stop}; one more question might bring this down to {go}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{name} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <source>a part of it is of the wrong kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>{file}: too large for a case file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>it is not UTF-8 text, or it is nested too deeply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>it does not identify itself as a case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>its format has version {found}, but this program reads version {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>This case belongs to the model “{title}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>two answers have the same place in the order of answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the history is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{name} has an unknown state, {state}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{name} has a damaged entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the pre-test probabilities are not those of the model’s classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the budget {budget} is negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>an override is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the decision is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{value} is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{value} is not text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <source>{file}: damaged: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <source>line {line}, column {column}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>{file}: not a case file, or damaged ({why}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{name} is {state} but has a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the value of {name} differs from what was entered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the feature {name} is listed twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the feature {name} is not in this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{value} is not a category of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/describe.py"/>
        <location filename="../panels/posterior.py"/>
        <location filename="../panels/values.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../training/columns.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/describe.mjs"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/describe.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../../../ifc2f/page/describe.mjs"/>
        <source>Untitled model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/describe.py"/>
        <location filename="../../../ifc2f/page/describe.mjs"/>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <location filename="../case/ranges.py"/>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Not possible: the value must lie between {low} and {high} {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>Not one of the choices: {choices}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>Ignored: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>“{text}” can be read in two ways. Which is meant?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>“{line}” does not begin with the name of an open question.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>There are {n} rows below the header; please copy the header and one row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>{name} occurs twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>someone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>no answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>on {host}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>decision: {there} in the file, {here} here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>pre-test probabilities, budget or name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>{name}: {there} in the file, {here} here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/ranges.py"/>
        <source>“{text}” is a range, not a number. Enter it with “Uncertain…”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/ranges.py"/>
        <source>The first number must be the smaller one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>→ for {name}, ← against: how many times as likely the answer is if {name} is true as if it is not, given the other answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <source>How many times as likely the answer is if {name} is true as if it is not, given the other answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{name} {before} → {after}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{text} {n} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>Closed as {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>Next question: {question}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>result pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>failed, no result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>The advice was to go on; this is recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>The model’s guarantee left this case to a person; this is recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>The model would have chosen {name}; this is recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>These answers cannot occur together under the model; the probabilities shown are the pre-test ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>Results still pending, not counted: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{name}: {answer} is outside the range seen in training ({low} to {high}); it counts as the nearest value seen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{low} to {high} {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>bin {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>These numbers hardly fit together: fewer than 1 in 20 cases like those in training would have such a combination. Is one of them mistyped, or from another case? {name} fits the others least.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>These answers rarely occur together (in fewer than 1 of 100 cases under the model). Is one of them mistyped?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Spent so far: {spent}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The most that all questions together may cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Use this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Use the model’s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The model’s budget: {budget}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Please enter a number, or use the model’s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>How much may all questions of this case cost together?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../panels/question.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Unit of costs: {unit}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>A budget cannot be negative.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>These results are still pending and are not counted:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Reason (optional)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The advice differs:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Back to the case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Continue anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Decide now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>Decide: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Why are you going on? The case and its report will show your reason.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Close the case as {name}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Why are you deciding now? The case and its report will show your reason.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>The model suggests the next question. Answer it, or say that the answer is unknown, not available, pending (ordered; the value comes later), or failed (done without a usable result). A budget limits the total cost of the questions. Costs of questions and of mistakes have the same unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>You can answer any other open question first: choose it in the list. The order makes no difference to the probabilities.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>Bars show how probable each class is, given all answers. The tick shows where it was before the last change. The dots below are the answers to the question: each lies where it would bring the probability, larger ones are given more often, and filled ones would change the decision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>Below, the model says whether another answer is worth its cost. You may always go on, or decide; if you do not follow the advice, the case records it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>You can change, retract or pause an answer (a paused answer is kept but not counted). Everything is then recomputed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>“Why” shows how strongly each answer speaks for a class: how many times as likely the answer is if the class is true as if it is not, given all other answers. The order of the answers makes no difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>“What if” makes a copy of the case: try answers there, then keep them or go back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>First steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <location filename="../training/columns.py"/>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <source>Values that you know already, such as age and sex. They count like answers and cost nothing. You can paste lines with a name and a value, or a row of a spreadsheet with its header.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <location filename="../panels/answers.py"/>
        <source>Known values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <source>Use these values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../training/doubts.py"/>
        <location filename="../window/keeper.py"/>
        <location filename="../window/reading.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/model_card.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Model card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Choose another class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Final class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Choose a class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>{name} has a probability of {p}. Expected cost of mistakes: {cost} if you choose {name}, {lowest} if you choose {best}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The model would choose {name}. Close the case as:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Why this class? The case and its report will show your reason.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Decide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/printing.py"/>
        <source>Printed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/printing.py"/>
        <location filename="../dialogs/record.py"/>
        <location filename="../window/commands.py"/>
        <source>Saved: {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/printing.py"/>
        <source>Not printed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/printing.py"/>
        <source>The printer reported an error. Nothing may be printed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>These add up to {total} %, not to 100 %. Change one, or scale all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>A probability lies between 0 and 100 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Pre-test probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Use these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Scale to 100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Probability of {name} before any answer, in percent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Before any answer, how probable is each class in the setting this case comes from?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>All probabilities are 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prompts.py"/>
        <source>{path} could not be written: {why}.

The case is still open and unchanged; choose another place, or free some space and save again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/prompts.py"/>
        <source>Not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Record of the case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <location filename="../window/commands.py"/>
        <source>Copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>FHIR (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Save as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Save as FHIR…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Print…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Seen in training: {low} to {high} {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Uncertain answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Most likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>How sure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>rather</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>probably</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>very probably</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>almost surely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Smallest value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Largest value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../panels/entry.py"/>
        <location filename="../training/columns.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Please enter the smallest and the largest value that is possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>The most likely value, and how many times as likely it is as each other one:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>{word} ({odds} : 1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Or give each value its odds; 0 rules a value out:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Odds of {choice}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>The value lies between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>and</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Please choose the most likely value, or give each value its odds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>At least one value must be possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Spent {spent} · expected further cost {coming} (mistakes included)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Advice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Show expected costs, or mistakes in 100 cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <source>Choose a class other than the model’s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../shared/shortcuts.py"/>
        <source>Choose another class…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <source>This is a copy. Keep its answers or go back to the case before you decide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>{spent} of {budget}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Spent {spent} · expected cost of mistakes {mistake}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>The further cost is at most this: the best way to go on may cost less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>The further cost is an average over the most probable courses of this case.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>In cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>In costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Reopen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>paused: kept, not counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>probabilities unchanged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <source>ANSWERS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <source>Enter or paste values that you know already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Answers so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Retract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>ANSWERS ({n})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <source>Change the selected answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../shared/shortcuts.py"/>
        <source>Retract the selected answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <source>Keep the selected answer, but do not count it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Course of the probabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <source>Answers given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <source>Probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>COURSE OVER THE ANSWERS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <source>Course of the probabilities as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <source>start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../panels/values.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>No training case had such a value. Is it mistyped, or in another unit?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>The choices have the numbers 1 to {n}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Please choose one, or say that the answer is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>= {value} {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <source>It means {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Possible: {low} to {high} {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Use {value} anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <location filename="../panels/others.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../report/record.py"/>
        <location filename="../training/results.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{n} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>{question}: {change} By itself it is expected to save {saving}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>What an answer would do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>{text} ({share} of cases): {name} {p}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Probability of {name} after each answer to {question}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>{name} after each answer to {question}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>Point at an open question to see what its answers would do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>No question is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>A filled dot: this answer would change the decision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>{question}: {change} Expected to save {saving} by itself, costs {cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>{test} gives {n} values at this cost; together they are expected to save {saving}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{name} (over budget)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{name} (always asked)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Find an open question by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Open questions, the most useful first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>OPEN QUESTIONS ({n})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Open questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../panels/values.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../training/grids.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Saves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>The open questions, by what they are worth; click a column header to sort</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>How often its answer alone would change the decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>What its answer alone is expected to save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>What it costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Values of {panel}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Empty fields</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Empty fields were not reported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Empty fields are still pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Please enter a value, or say below that there is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Probabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>PROBABILITIES</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Set the probabilities before any answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Probabilities as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Bars and numbers: what if. Dashed outline: the case.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Before any answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Tick: before the last change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>The last change moved nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Pre-test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../report/record.py"/>
        <source>Before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>The class is decided from this probability on, if the others keep their ratios.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Pre-test: model’s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Pre-test: yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Whiskers: 90 % interval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Underlined, shaded below: where asking pays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/case_page.py"/>
        <source>What if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>90 % interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Decided from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>(case {p})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Dashed: where the decision changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Dashed: the class is decided from there on, if the others keep their ratios.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>(before the last change {p})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>NEXT QUESTION</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Suggested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Back to the question the model asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>The answer is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Cannot be done here, or was refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Ordered, result pending: the cost counts now, the value comes later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Done, but without a usable result: the cost counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <source>Uncertain…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>YOUR QUESTION</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>RESULT THAT WAS PENDING</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>CHANGE THE ANSWER</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <source>The value is known only roughly: as odds, or as a range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>One test with {n} values, at one price.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>NEXT TEST</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>DECIDED</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>The case is closed. You can still change any answer; this reopens the case.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Costs {cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>expected to save {saving}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>shares the cost of “{group}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Please choose a question below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>This model has no policy, so it does not say what to ask next.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>NO FURTHER QUESTION</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>The reason is given below. You can still choose any open question.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>For a person to decide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Ready to decide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>In training: {seen}. Mistyped, or another unit?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Use values outside the training range anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>Values that are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>Use anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Please check: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>Unit or choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>without {p}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>How strongly each answer speaks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Class to explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>WHY</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <source>How strongly each answer speaks, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>leading class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <source>{name}: {strength}, without it {p}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>The evidence from each answer will appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Answer given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>The answer is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <source>Without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>The figures support a decision by a qualified person; they are not a decision themselves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>{p} (90 % interval {low} to {high})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>How strongly each answer speaks for {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>0: before any answer; 1, 2, …: after the answer of that number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>as the model advised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>by the user, against the advice to go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>by the user, overriding the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>no question was left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>by the user; the model’s guarantee left the case to a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>by the user; the model gives no advice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>still open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>the model’s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>set by the user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>No.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>{name} without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>pre-test (model’s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>pre-test (set by the user)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>went on although the advice was to stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>decided although the advice was to go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <source>decided for {chosen} where the model would have chosen {advised}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Reason given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Pre-test probabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../training/grids.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>{spent} of {all} for all questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Expected cost of mistakes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../training/costs.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Unit of costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Cost so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Answers in their order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Cost of stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Cost of going on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Overrides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>This report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../training/columns.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <source>This is a what-if copy, not the case itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>(paused, not counted)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>None.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Probability of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Not stated in the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Technical settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Measurements with a common cause count together, not each by itself (a factor).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>none: every case is left to a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>The last bound is the cost if the price of one question bought every answer; the lowest cost that any policy reaches may be well above it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>{power} of what training says; this fits held-out rows best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>{share} % of the best with this order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>{share} % of the best in any order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>Computed, not measured: what a case costs on average, questions and mistakes together, if answers depend on the class and on each other as the model’s network says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Rows of each class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Made with ifc2f</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Share decided correctly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Measured average cost, mistakes included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Questions asked on average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>How it was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Decided from a probability of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Largest share wrong among the decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Chance that this does not hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Rows decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Rows decided wrongly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>a model of three quarters of the rows, tried on the rest; then trained again on all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Choices, or range seen in training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Dependences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>The model’s policy costs at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>No policy in any order costs less than</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>The cost that a model expects when it is trained is another figure, and may be much lower: it takes mistakes from the graph’s own probabilities, which may be surer than the network’s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>What cases really cost in the test stands under Validation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/mistakes.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Costs of mistakes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>none: no answer was worth its cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Average cost of a case, in cross-validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Weight of each answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>Computing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>No policy with this order of questions costs less than</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>So it is within</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/results.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/description.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/description.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>SHA-256</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/description.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Intended use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/description.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>Certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>rows: true class; columns: decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/policy.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Guarantee</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Choice of the policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/pdf.py"/>
        <source>Page {n} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Case of {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Afterwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Advised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Leading class at that time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Override</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>redone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>from a what-if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Decision: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>known beforehand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>paused, not counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>uncertain: {shares}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>The model’s choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>This case holds no history.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of intervals per numeric column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How numbers are cut into intervals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Similar categories are merged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>What relevance is computed on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How relevance is normalised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Initial relevance threshold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Number of relevant columns that is enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of columns kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How columns are selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How answers depend on each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How questions are ordered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How probabilities are smoothed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How dependence is treated in planning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How the plan is computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Simulated cases of the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Trees in the forest that guides a graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of cuts on a path through a graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of columns of a graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Candidate cut points per column of a graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of rows that a graph is grown on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Random seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>“{text}” can be read in two ways: enter {one} or {other}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>This number is too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>Please enter a number, or choose one of the other answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>There is a space or a line break inside the number: please enter one number only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>“{text}” is not a number: please enter the number alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>ordered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>The questions come in one order for all cases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>adaptive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>The next question depends on the answers; computed as they come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>The next question depends on the answers; computed in advance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source> or </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;Case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Open model or case…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Open demo model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/start.py"/>
        <source>Train a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Save the model as a page…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/main_window.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>New case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/keeper.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Save case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Save case as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Write report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Print report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Record of the case…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Copy for the record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Name the case…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Known values…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Pre-test probability…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Budget…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Keep the what-if answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Answer with what is entered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Choose an answer by its number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Ordered, result pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Failed: done without a usable result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Uncertain answer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Edit the selected answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Pause or count the selected answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Go to the question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Go to the other questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Go to the answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Go to the figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Tables in place of plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Normal text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Dark colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Light colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Keys and first steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/main_window.py"/>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>en</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>there is no such file or folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>permission is denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>it is a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>a part of its path is not a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>the disk is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>the disk is read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>its name is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>the disk failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../shared/times.py"/>
        <source>UTC{offset}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>measurement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>days since 1970-01-01</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>seconds since midnight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Left out: every cell is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Left out: dates, which no new case will repeat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Left out: it rises from row to row, like a case number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Left out: nearly every row has a different value, as with names and case numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Few rows for each of its categories.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>It has too many categories: leave it out, or merge some.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Some of its categories are spelled in more than one way: tick above to read them as one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>This column alone determines the class: was it recorded after the class was known?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>It is missing far more often in one class, and a policy graph learns that: is that also so in use?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Different numbers in it are equal in single precision: subtract a constant from them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Few different whole numbers: are they measurements or codes?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Read as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Distribution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>How the column {name} is read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>{n} different</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Wording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>CSV with the columns feature and cost and, if needed, discount_cost, group and delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Costs (*.csv);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>{n} of {all} questions have a cost from {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Questions and their costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Cost of a question that has no cost in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>for example euros or minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>One unit for the costs of questions and of mistakes; it is stored with the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Take costs from a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Cost of a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>QUESTIONS: tick those to use; give a cost where it differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Choose a file of costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <location filename="../training/inputs.py"/>
        <source>Please choose a table first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>The table has no column {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>Title of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>Version of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>for example 1.0, or a date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>for whom, where and for what decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>whom it is not for, and what it was not tested on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>Shown on the model card and in reports. All of it is optional.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>The cheapest question costs as much as a mistake, so no answer is worth its price and the model will ask nothing. Please give the costs of questions and mistakes in the same unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Models (*.ifc2f)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Table, costs or settings have changed since this model was trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>{file} holds the model “{title}” (SHA-256 {sha}…). Cases saved with it cannot be opened with another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Progress of training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Train a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Data and costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>To the next page of what to train from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Cancel training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Save and open the model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Change the costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Train anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Save model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Save the model as it was trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Keep it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <location filename="../window/keeper.py"/>
        <source>Replace it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>A model is being trained. Stop the training and close?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>The trained model is not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Training was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>the process ended unexpectedly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Training failed: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Go on in the background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Stop training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Stop and close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Keep training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../window/keeper.py"/>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <location filename="../window/keeper.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>{path} could not be written: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>A model is being trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>{why}

How is the table to be read?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>These columns have limits among their numbers: {columns}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <location filename="../training/inputs.py"/>
        <source>Choose a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>{column} (“{text}”)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>{column}: cells such as “{example}” are read as the number alone ({n}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>The sheet “{read}” is read, and not {others}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Without a name in the header: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>The first line is read as names, but holds {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Leave the column out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Leave these columns out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Missing: {marks}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>“{text}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Read “{text}” as {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>deciding for {decided} when {true} is true</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Please enter a cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>A cost cannot be negative.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Tick the questions that may be asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>What the question costs; empty: the cost of a question above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Discounted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Its cost once another question of its group has been asked; empty: no discount.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Questions that share a sample or a visit belong to one group.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>How long the answer takes; this is shown with the question.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>A spreadsheet (XLSX), CSV or Parquet, a row for each example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>How the question is put to people. If the cell is empty, the column’s name is used. A help text may have several lines: Shift+Return begins the next.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Tables ({endings});;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>{n} of {all} rows have no class in the column {name}. Tick the box below it to leave them out, or correct the table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>semicolons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>bars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Columns of the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Wording of the questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>No table chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Choose a table…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Cells are separated by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Encoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Diagnosis or outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>The column with the diagnosis or outcome of each row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Read texts that differ only in capitals and blanks as one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>File format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>{file}: {rows} rows, {columns} columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Leave out the {n} rows that have no class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>The column {name} is empty: it tells no class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>{name} has {n} different values. Is it really the column with the diagnosis or outcome?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>1 Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>2 Wording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>3 Costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>4 Mistake costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>5 Policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>6 Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>COLUMNS: how each is read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Leave out the one row that has no class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Rows per class: {counts}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/mistakes.py"/>
        <source>What each mistake costs, in {unit}. Rows: the true class; columns: the class decided for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/mistakes.py"/>
        <source>What each mistake costs, in the unit of the questions’ costs. Rows: the true class; columns: the class decided for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>With a guarantee, uncertain cases are left to a person; the model is then trained on three quarters of the rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>Lowest cost on held-out rows; takes longest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>Largest share of wrong answers, in percent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>Guarantee: at most this many % wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>The share of wrong answers must be above 0 and below 100 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>By its own probabilities, the model expected a cost of {estimated} per case; {measured} was measured. Chance alone could explain the difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>{p} % ({low} to {high})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Measured on {rows} held-out rows: {accuracy} % correct, with {questions} questions and a cost of {cost} per case on average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>By its own probabilities, the model expected a cost of {estimated} per case; {measured} was measured. That is more than chance would usually explain. Rely on the measured cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>By its own probabilities, the model expected a cost of {estimated} per case; {measured} was measured. That is clearly less: the model overestimates its costs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Predicted probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Observed share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>predicted {f}, observed {h}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Questions per case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>questions: {k}, cases: {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>These are the figures of a model trained on three quarters of the rows and tested on the rest. The model you save is trained on all rows. Costs are those of questions and mistakes together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Decisions on the held-out rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>The model and other methods on the same rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>CALIBRATION: predicted and observed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>QUESTIONS PER CASE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Not used, because they add too little to the other columns: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>all questions asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>decision tree (CART)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Average cost of a case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <location filename="../window/keeper.py"/>
        <source>and {n} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>DECISIONS: true class in rows, decision in columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>OTHER METHODS on the same rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Left out in the table or the list of questions: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Rows without a class, which were left out: {n}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>True</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>decided correctly (95 % interval)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Correct</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/rows_of_classes.py"/>
        <source>Few rows: {names}. {name} has {n} rows, of which {tried} are held out for the test. The model may often miss this class. Even if the test shows no mistake, only {share} % of such cases might really be decided correctly. Collect more rows, or merge this class with another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/rows_of_classes.py"/>
        <source>Few rows: {names}. {name} has one row only, and training needs at least two: leave it out of the table, or merge it with another class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>reading the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>training on three quarters of the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>testing on the other rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>training on all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>saving the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>{stage}: {step}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>The model then decides for {name} at a probability of {p} % or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>The class that must not be missed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>How many false alarms are as bad as one miss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>Not to be missed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>One miss is as bad as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>false alarms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/worker.py"/>
        <source>all rows have the same class in {target!r}, {label}; training needs two classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../training/worker.py"/>
        <source>only one row has the class {label}; is {target!r} what is to be decided?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>What the model is for, what it was trained on, and how it performs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/case_page.py"/>
        <source>What if: answers given now go to a copy; the case stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/case_page.py"/>
        <location filename="../window/main_window.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/case_page.py"/>
        <source>Keep these answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Name (kept in the case file and its reports, and proposed as their file name):</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>PDF (*.pdf);;Web page (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Name the case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>Save the model as a page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>Web page (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>Write report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <location filename="../window/opening.py"/>
        <source>Unsaved case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The case has changes that are not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>What-if answers are not part of the case and will be lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>Cases (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>{file} is open in another window ({who}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>Save a copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>{file} is open in another window ({who}). You can save your changes as a copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>What-if answers are not part of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>It now holds another case, or none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>(copy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>Already open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>{file} was changed by {who} since it was opened here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>No backup copy can be kept: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>Models and cases (*.ifc2f *.json);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>ifc2f {version}

Supports a decision by a qualified person; it does not make it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>Open model or case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>Please drop one file at a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/menus.py"/>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/menus.py"/>
        <source>Remember recent cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/menus.py"/>
        <source>Forget recent cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>{why} Without it, you can read the case but not change it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>The program ended before a case was saved. Open its backup copy?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>Open it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>Delete it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>Decide later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <location filename="../window/reading.py"/>
        <source>Not a usable model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <location filename="../window/reading.py"/>
        <source>Not a usable case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>{path} cannot be read: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Another model is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>{why} It was last at {path}. No model with the SHA-256 {sha}… is beside the case or among the recent models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Not opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Open model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Models (*.ifc2f);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>{path} is not the model of this case.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>an unknown place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Choose the model file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>It asks one question at a time, and says when another answer is not worth its cost. You may answer in any order, go on, or decide at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>Try the demo model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>Open a model or case…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>The model asks, you answer, the probabilities move.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>You can also drop a model, a case or a training table here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>RECENT MODELS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/fingerprints.py"/>
        <source>the model was trained on some of these rows: {what} needs rows it has not seen, or its promise is too strong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/guarantees.py"/>
        <source>a guarantee</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/guarantees.py"/>
        <source>no row has a class that the model knows: y holds {label!r}, of type {kind}, but the model's first class is {first!r}, of type {first_kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/guarantees.py"/>
        <source>a guarantee needs held-out rows, and there are none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/guarantees.py"/>
        <source>{name} must be a number between 0 and 1, not {value!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/core/checks.py"/>
        <source>{name!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/core/checks.py"/>
        <source>{names}, {name!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/core/checks.py"/>
        <source>{names} and {n} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/core/words.py"/>
        <location filename="../../../ifc2f/model.py"/>
        <source>{path}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>the cost of assigning class {predicted!r} when {true!r} is true</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>the {field} of feature {name!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>if class {label!r} is true, deciding for it costs {right:g}, but deciding for {other!r} only {wrong:g}: the mistake is the better decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>{what} is {value}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>the discount_cost of feature {name!r} is above its cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>above {largest:g}, the most a model holds; choose a larger unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>not finite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/columns.py"/>
        <source>column {name!r} has the categories {one} and {other}, which are equal in single precision: give them as texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r}: there is no field {field!r}; the fields are {fields}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r} is derived, so it has no cost of its own, but {cost} is given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r} belongs to a panel, so it cannot have its own cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{source}: there is no column 'feature'</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{source}, row {line}: feature {name!r} is listed twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r}: a panel needs a name that is not the name of a group, not {panel!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>features {first!r} and {name!r} belong to the panel {panel!r}, which has one price, but {other} and {cost} are given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r} has no cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>is itself derived: name what it needs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>is not a feature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r} is derived from {part!r}, which {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{what} is above {largest:g}, the largest cost possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{what} is not a number: {value!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>neither</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>panel {panel!r} needs cost and features, but has {has}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{n_costs} feature costs are given, but there are {n_features} features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {feature!r} is in two panels, or twice in one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}, line {line}: {cells} has no name in the header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}, line {line}: {n} cells, but the header has {n_names}; correct the line, or skip such lines (--skip-bad-lines)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source> and {n} more that are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: there is no column {name!r}{rest}; columns are {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: no column is left to read; columns are {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}, line {line}: damaged CSV ({why}); correct it, or skip such lines (--skip-bad-lines)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: a damaged gzip file ({why})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: the file is empty; it needs a header line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: two columns are called {name!r}; rename one, or say that the first line holds no names (--no-header)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}, line {line}: {cell!r} stands alone above lines with several cells, like a title; delete what is above the names of the columns, or name every column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/decimals.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{one} or {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/decimals.py"/>
        <source>column {name!r}, line {line}: {cell!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/decimals.py"/>
        <source>{source}: {place} has a decimal point, but other numbers have decimal commas; write all alike, with nothing between thousands, or list columns without numbers as categorical ({option})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/decimals.py"/>
        <source>{source}: column {name!r}, line {line}: {cell!r} is a number with a comma that may mean {meanings}; write decimals with a point and nothing between thousands, or list the column as categorical ({option})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: not a text in {encoding} ({why}); name its encoding (encoding=..., on the command line --encoding)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: not a CSV file in UTF-8, UTF-16 or Windows-1252; name its encoding (encoding=..., on the command line --encoding), or save it again as UTF-8 (in a spreadsheet: as "CSV UTF-8")</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>the separator must be one character or one of {values}, not {text!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: a workbook of a spreadsheet, not a table in a text file; save its sheet from the spreadsheet as "CSV UTF-8", and use that file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: a web page or XML, not a table in a text file; open it in a spreadsheet, and save it from there as XLSX or CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: not a CSV file: it holds zero bytes, and is not UTF-16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: its cells may be separated by {names}; say which (separator=..., on the command line --separator)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{name!r} is not a known encoding; try utf-8, utf-16 or cp1252 (Windows-1252)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{what} holds {kind}, which is not a number, text, boolean or time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{path}: reading Parquet needs pyarrow; install ifc2f[data]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{path}: the table has columns but no rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{path}: not a Parquet file, or a damaged one ({why})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{path}: column {name!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>column {name!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>column {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>{column} holds an infinite value (or one beyond {largest:g}); replace it, or use NaN for a missing value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>{column} has {n} categories, and at most {most} are possible: leave the column out, or merge rare categories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>{column} has the category {category:.17g}, but single precision distinguishes whole numbers only below {limit}: give categories as texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>line {line}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{first}; likewise {names}; this settles all of them: {options}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>row {row}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{path}: the table has a header but no rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{source}: there is no column {name!r}; columns are {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{source}: no column is left beside {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{source}, {where}: column {name!r} has no class; correct it, or leave out all such rows ({option})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>{text}; correct it, or {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>{path}: column {name!r}, line {line}: {cell!r} is a number among texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>read such limits as the number alone ({option})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>{path}: column {name!r}, line {line}: {cell!r} is text among numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>{path}: column {name!r}, line {line}: {cell!r} is a number with a comma; write decimals with a point and nothing between thousands, or list the column as categorical ({option})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>say that it stands for a missing value ({option})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>list the column as categorical ({option})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>leave the column out ({option})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/workbook.py"/>
        <source>{source}: the workbook is too large; save its sheet as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/workbook.py"/>
        <source>{source}: a damaged workbook; save it again from the spreadsheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/workbook.py"/>
        <source>{source}: all sheets of the workbook are hidden; show the one that holds the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{name} is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>lists or objects are nested more than {most} deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>it is not a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{n_groups} group names were expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>the number {text} is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{n_classes} class labels were expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>class labels are texts, numbers or booleans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{n} features were expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>the guarantee has no threshold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>y must hold a class for each of the {n_rows} rows, shape ({n_rows},), not be of shape {shape}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>y has no label in row {row}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>all {n} rows are of class {label!r}: {what} needs rows of two classes at least, in the proportions of those the model is used on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>unpaired surrogate in {odd!r}: texts in a model must be valid Unicode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>a model's descriptions must be JSON values: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>unpaired surrogate in {text!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>two classes are called {text!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>feature {k} has no name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>two features are called {name!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>feature {name!r} is numeric, but has category texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{n} different category texts were expected for feature {name!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/reading.py"/>
        <source>not a regular file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/reading.py"/>
        <source>larger than the {n} bytes that are read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>about {n} times less likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>possible only if not {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>equally likely either way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>over {n} times less likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>about {n} times as likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>possible only if {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>over {n} times as likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/prices.py"/>
        <source>Questions without a cost of their own cost {cost:g} here, next to nothing compared with the others: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/prices.py"/>
        <source>the cheapest question costs {price:g}, and a mistake at most {mistake:g}: no answer is worth its price. Give both costs in the same unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/prices.py"/>
        <source>no question costs more than {price:g}, next to nothing compared with mistakes, which cost {mistake:g} or more: nearly every answer is worth its price. Give both costs in the same unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>no feature is informative about the class: the model is only the class prior</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>kept {n} of {n_columns} features; finding how they depend on each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>cutting {n_columns} columns of {n_rows} rows into bins and scoring them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>planning over {n} stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>the plan covers {n_planned} of {n} features: with so many bins more would take too many sets of alpha vectors. Fewer bins reach further</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>a model holds at most {most} classes, not {n_classes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>meta describes {name!r}, which is not a feature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>{where} holds {fraction}, but a class is a text or a whole number: cut a quantity into ranges first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>{where} holds -1, which counts as a class like any other; if it marks rows without a class, as in scikit-learn, leave those rows out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>{where} holds {n} different numbers, and each counts as a class; if they are a quantity, cut it into ranges first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/model.py"/>
        <source>the model's descriptive section is damaged: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>chosen: {chosen}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>with the policy 'graph' {names} have no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>on held-out rows, no policy costs less than deciding at once, which costs {cost:.4g}: the model asks nothing; check that the costs of questions and of mistakes are in the same unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>{name}: cost {cost:.4g}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>{n} rows are too few to compare policies on held-out rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>calibrating it on held-out rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>{share:.0%} done, about {left:.0f} s left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>with the policy 'graph' {name} has no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>on held-out rows, the policy costs {cost:.4g} on average, and deciding at once {deciding:.4g}: no answer is worth its price, or there are too few rows to learn which one is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>a wide sparse matrix: graphs and adaptive policies use its most relevant columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/held_out.py"/>
        <source>comparing {n} policies on held-out rows, {n_parts} times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the policy has no further question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>not a model: it does not begin as a model file does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model has a format version that this library does not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model is cut short, or more bytes follow its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model is damaged: its checksum does not match its content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model's directory of sections is damaged, or a section is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model contains a length, an index or a number that is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the memory given is too small or not aligned to 4 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>there is no such feature, or it is not open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the value is not a finite number, not a known category, or not a bin of the feature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the prior is not a probability vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>this answer needs exact inference, which this build does not include</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model has no policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the memory does not hold a session of this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>an argument is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>this computation would need too many sequences of answers, or of live values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model needs a part of the library that this build does not include</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>this is a model, but not the requested one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>this build would compute different numbers: compile it without flags that change floating-point results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Open case…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>This page works without an internet connection. Your entries stay in it and are kept only if you save them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>The case is copied as text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Please copy this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>the runtime is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>The model of this page cannot be opened: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Underlined: where asking pays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>No question is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Other class…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
