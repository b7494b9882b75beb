<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" sourcelanguage="en" language="de">
<context>
    <name>ifc2f</name>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>about {cost}</source>
        <translation>etwa {cost}</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>mistakes cost {low} to {high}</source>
        <translation>Fehler kosten {low} bis {high}</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The model plans several questions ahead. The list below rates each question by itself, and there {name} saves more; you may answer it first.</source>
        <translation>Das Modell plant mehrere Fragen voraus. Die Liste unten bewertet jede Frage für sich, und dort spart {name} mehr; Sie können diese Frage zuerst beantworten.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>By itself, this question saves less than it costs. Counting the questions that may follow, going on is expected to save {less} compared with deciding now.</source>
        <translation>Für sich allein spart diese Frage weniger, als sie kostet. Mit möglichen Folgefragen ist Weiterfragen voraussichtlich um {less} günstiger, als jetzt zu entscheiden.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>If you decide now, {n} of 100 such cases are decided wrongly.</source>
        <translation>Wenn Sie jetzt entscheiden, ist die Entscheidung in {n} von 100 solchen Fällen falsch.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>These figures are the model’s own estimates for cases with these answers.</source>
        <translation>Diese Zahlen sind Schätzungen des Modells für Fälle mit diesen Antworten.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Would change the decision in about {n} of {of} cases.</source>
        <translation>Würde die Entscheidung in etwa {n} von {of} Fällen ändern.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>First check these answers, which are outside the range seen in training: {names}.</source>
        <translation>Prüfen Sie zuerst diese Antworten, die außerhalb des Trainingsbereichs liegen: {names}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>{cheapest} has the lowest expected cost, although {likeliest} is more probable.</source>
        <translation>{cheapest} hat die niedrigsten erwarteten Kosten, obwohl {likeliest} wahrscheinlicher ist.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../training/results.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>{what}, in {unit}</source>
        <translation>{what}, in {unit}</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>at most {cost}</source>
        <translation>höchstens {cost}</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>mistakes cost nothing</source>
        <translation>Fehler kosten nichts</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>a mistake costs {cost}</source>
        <translation>ein Fehler kostet {cost}</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The model asks in an order fixed in training. By itself, {name} is expected to save more; you may answer it first.</source>
        <translation>Das Modell fragt in einer Reihenfolge, die im Training festgelegt wurde. Für sich allein spart {name} voraussichtlich mehr; Sie können diese Frage zuerst beantworten.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>at least {saving}</source>
        <translation>mindestens {saving}</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>With about one more answer, {then} of 100. Ask {name}.</source>
        <translation>Mit etwa einer weiteren Antwort {then} von 100. Fragen Sie nach {name}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>With about {n} more answers, {then} of 100. Ask {name}.</source>
        <translation>Mit etwa {n} weiteren Antworten {then} von 100. Fragen Sie nach {name}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>When training was tested on {rows} held-out cases, {n} in 100 final decisions were wrong.</source>
        <translation>Bei der Prüfung an {rows} zurückgehaltenen Fällen waren {n} von 100 abschließenden Entscheidungen falsch.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>fewer than 1</source>
        <translation>weniger als 1</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>more than 99</source>
        <translation>mehr als 99</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>No answer to it alone would change the decision.</source>
        <translation>Keine Antwort darauf würde allein die Entscheidung ändern.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Would change the decision in fewer than 1 of 100 cases.</source>
        <translation>Würde die Entscheidung in weniger als 1 von 100 Fällen ändern.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Nearly every answer would change the decision.</source>
        <translation>Fast jede Antwort würde die Entscheidung ändern.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>This model knows only one class, {name}: no answer can change that.</source>
        <translation>Dieses Modell kennt nur eine Klasse, {name}: Keine Antwort kann das ändern.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The answers contradict each other under this model: please check them before deciding.</source>
        <translation>Die Antworten widersprechen einander nach diesem Modell: Bitte prüfen Sie sie, bevor Sie entscheiden.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Ask {name} first. This model always asks it.</source>
        <translation>Fragen Sie zuerst nach {name}. Dieses Modell fragt immer danach.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>No question is left. Deciding now is expected to cost {stop}.</source>
        <translation>Es ist keine Frage mehr offen. Jetzt zu entscheiden kostet voraussichtlich {stop}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Ask {name}.</source>
        <translation>Fragen Sie nach {name}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>This model does not advise when to stop. Deciding now is expected to cost {stop}.</source>
        <translation>Dieses Modell empfiehlt nicht, wann Sie aufhören sollten. Jetzt zu entscheiden kostet voraussichtlich {stop}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The model’s guarantee does not cover this case: a person must decide.</source>
        <translation>Die Garantie des Modells gilt für diesen Fall nicht: Ein Mensch muss entscheiden.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The guarantee does not hold with another pre-test probability or budget; its threshold still applies, as a caution.</source>
        <translation>Die Garantie gilt nicht bei anderer Vortestwahrscheinlichkeit oder anderem Budget; ihre Schwelle gilt vorsichtshalber weiter.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Another answer is not worth its cost.</source>
        <translation>Eine weitere Antwort ist ihre Kosten nicht wert.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Going on is expected to cost {go}, deciding now {stop}: ask {name}.</source>
        <translation>Weiterzufragen kostet voraussichtlich {go}, jetzt zu entscheiden {stop}: Fragen Sie nach {name}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>What is left of the budget does not pay for {name}, the next question. Deciding now is expected to cost {stop}.</source>
        <translation>Der Rest des Budgets reicht nicht für die nächste Frage, {name}. Jetzt zu entscheiden kostet voraussichtlich {stop}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Every question of the plan has been asked. Deciding now is expected to cost {stop}.</source>
        <translation>Alle Fragen des Plans sind gestellt. Jetzt zu entscheiden kostet voraussichtlich {stop}.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>Deciding now is expected to cost {stop}, going on {go}: another answer is not worth its cost.</source>
        <translation>Jetzt zu entscheiden kostet voraussichtlich {stop}, weiterzufragen {go}: Eine weitere Antwort ist ihre Kosten nicht wert.</translation>
    </message>
    <message>
        <location filename="../case/advice.py"/>
        <location filename="../../../ifc2f/page/advice.mjs"/>
        <source>The plan stops here. Deciding now is expected to cost {stop}; one more question might bring this down to {go}.</source>
        <translation>Der Plan endet hier. Jetzt zu entscheiden kostet voraussichtlich {stop}; eine weitere Frage könnte das auf {go} senken.</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{name} is missing</source>
        <translation>{name} fehlt</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <source>a part of it is of the wrong kind</source>
        <translation>ein Teil davon ist von der falschen Art</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>{file}: too large for a case file.</source>
        <translation>{file}: zu groß für eine Falldatei.</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>it is not UTF-8 text, or it is nested too deeply</source>
        <translation>sie ist kein UTF-8-Text oder zu tief verschachtelt</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>it does not identify itself as a case</source>
        <translation>sie weist sich nicht als Fall aus</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>its format has version {found}, but this program reads version {known}</source>
        <translation>ihr Format hat Version {found}, dieses Programm liest aber Version {known}</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>This case belongs to the model “{title}”.</source>
        <translation>Dieser Fall gehört zum Modell „{title}“.</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>two answers have the same place in the order of answers</source>
        <translation>zwei Antworten haben denselben Platz in der Reihenfolge</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the history is damaged</source>
        <translation>der Verlauf ist beschädigt</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{name} has an unknown state, {state}</source>
        <translation>{name} hat einen unbekannten Zustand, {state}</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{name} has a damaged entry</source>
        <translation>{name} hat einen beschädigten Eintrag</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the pre-test probabilities are not those of the model’s classes</source>
        <translation>die Vortestwahrscheinlichkeiten passen nicht zu den Klassen des Modells</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the budget {budget} is negative</source>
        <translation>das Budget {budget} ist negativ</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>an override is damaged</source>
        <translation>eine Abweichung von der Empfehlung ist beschädigt</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the decision is damaged</source>
        <translation>die Entscheidung ist beschädigt</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{value} is not a number</source>
        <translation>{value} ist keine Zahl</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{value} is not text</source>
        <translation>{value} ist kein Text</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <source>{file}: damaged: {why}.</source>
        <translation>{file}: beschädigt: {why}.</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <source>line {line}, column {column}</source>
        <translation>Zeile {line}, Spalte {column}</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>{file}: not a case file, or damaged ({why}).</source>
        <translation>{file}: keine Falldatei oder beschädigt ({why}).</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{name} is {state} but has a value</source>
        <translation>{name} ist {state}, hat aber einen Wert</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the value of {name} differs from what was entered</source>
        <translation>der Wert von {name} weicht von der Eingabe ab</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the feature {name} is listed twice</source>
        <translation>das Merkmal {name} kommt zweimal vor</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>the feature {name} is not in this model</source>
        <translation>das Merkmal {name} gehört nicht zu diesem Modell</translation>
    </message>
    <message>
        <location filename="../case/case_file.py"/>
        <location filename="../../../ifc2f/page/case_file.mjs"/>
        <source>{value} is not a category of {name}</source>
        <translation>{value} ist keine Kategorie von {name}</translation>
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
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <location filename="../case/describe.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../../../ifc2f/page/describe.mjs"/>
        <source>Untitled model</source>
        <translation>Modell ohne Titel</translation>
    </message>
    <message>
        <location filename="../case/describe.py"/>
        <location filename="../../../ifc2f/page/describe.mjs"/>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <location filename="../case/ranges.py"/>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Not possible: the value must lie between {low} and {high} {unit}</source>
        <translation>Nicht möglich: Der Wert muss zwischen {low} und {high} {unit} liegen</translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>Not one of the choices: {choices}.</source>
        <translation>Nicht in der Auswahl: {choices}.</translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>Ignored: {names}.</source>
        <translation>Nicht übernommen: {names}.</translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>“{text}” can be read in two ways. Which is meant?</source>
        <translation>„{text}“ kann auf zwei Arten gelesen werden. Welche ist gemeint?</translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>“{line}” does not begin with the name of an open question.</source>
        <translation>„{line}“ beginnt nicht mit dem Namen einer offenen Frage.</translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>There are {n} rows below the header; please copy the header and one row.</source>
        <translation>Unter der Kopfzeile stehen {n} Zeilen; bitte kopieren Sie die Kopfzeile und eine Zeile.</translation>
    </message>
    <message>
        <location filename="../case/entered.py"/>
        <source>{name} occurs twice.</source>
        <translation>{name} kommt zweimal vor.</translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>someone</source>
        <translation>jemandem</translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>on this computer</source>
        <translation>auf diesem Rechner</translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>on {host}</source>
        <translation>auf {host}</translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>decision: {there} in the file, {here} here</source>
        <translation>Entscheidung: {there} in der Datei, {here} hier</translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>pre-test probabilities, budget or name</source>
        <translation>Vortestwahrscheinlichkeiten, Budget oder Name</translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>{name}: {there} in the file, {here} here</source>
        <translation>{name}: {there} in der Datei, {here} hier</translation>
    </message>
    <message>
        <location filename="../case/hold.py"/>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <location filename="../case/ranges.py"/>
        <source>“{text}” is a range, not a number. Enter it with “Uncertain…”.</source>
        <translation>„{text}“ ist ein Bereich, keine Zahl. Geben Sie ihn unter „Unsicher …“ ein.</translation>
    </message>
    <message>
        <location filename="../case/ranges.py"/>
        <source>The first number must be the smaller one.</source>
        <translation>Die erste Zahl muss die kleinere sein.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>→ for {name}, ← against: how many times as likely the answer is if {name} is true as if it is not, given the other answers.</source>
        <translation>→ für {name}, ← dagegen: um welchen Faktor die Antwort wahrscheinlicher ist, wenn {name} zutrifft, als sonst, die anderen Antworten vorausgesetzt.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <source>How many times as likely the answer is if {name} is true as if it is not, given the other answers.</source>
        <translation>Um welchen Faktor die Antwort wahrscheinlicher ist, wenn {name} zutrifft, als sonst, die anderen Antworten vorausgesetzt.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{name} {before} → {after}</source>
        <translation>{name} {before} → {after}</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{text} {n} %</source>
        <translation>{text} {n} %</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>Closed as {name}.</source>
        <translation>Abgeschlossen als {name}.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>Next question: {question}</source>
        <translation>Nächste Frage: {question}</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>not available</source>
        <translation>nicht möglich</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>result pending</source>
        <translation>Ergebnis steht aus</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>failed, no result</source>
        <translation>erfolglos, ohne Ergebnis</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>The advice was to go on; this is recorded.</source>
        <translation>Empfohlen war, weiterzufragen; das ist vermerkt.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>The model’s guarantee left this case to a person; this is recorded.</source>
        <translation>Die Garantie des Modells überließ diesen Fall einem Menschen; das ist vermerkt.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>The model would have chosen {name}; this is recorded.</source>
        <translation>Das Modell hätte {name} gewählt; das ist festgehalten.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>These answers cannot occur together under the model; the probabilities shown are the pre-test ones.</source>
        <translation>Diese Antworten können nach dem Modell nicht zusammen auftreten; gezeigt werden die Vortestwahrscheinlichkeiten.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>Results still pending, not counted: {names}.</source>
        <translation>Noch ausstehende Ergebnisse, nicht gezählt: {names}.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{name}: {answer} is outside the range seen in training ({low} to {high}); it counts as the nearest value seen.</source>
        <translation>{name}: {answer} liegt außerhalb des Trainingsbereichs ({low} bis {high}); es zählt wie der nächstgelegene Wert aus dem Training.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{low} to {high} {unit}</source>
        <translation>{low} bis {high} {unit}</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>bin {n}</source>
        <translation>Bereich {n}</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>These numbers hardly fit together: fewer than 1 in 20 cases like those in training would have such a combination. Is one of them mistyped, or from another case? {name} fits the others least.</source>
        <translation>Diese Zahlen passen kaum zusammen: Weniger als 1 von 20 Fällen wie denen des Trainings hätte eine solche Kombination. Ist eine davon vertippt oder aus einem anderen Fall? {name} passt am wenigsten zu den anderen.</translation>
    </message>
    <message>
        <location filename="../case/words.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>These answers rarely occur together (in fewer than 1 of 100 cases under the model). Is one of them mistyped?</source>
        <translation>Diese Antworten treten selten zusammen auf (nach dem Modell in weniger als 1 von 100 Fällen). Ist eine davon vertippt?</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Spent so far: {spent}</source>
        <translation>Bisher ausgegeben: {spent}</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The most that all questions together may cost</source>
        <translation>Was alle Fragen zusammen höchstens kosten dürfen</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Use this</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Use the model’s</source>
        <translation>Wie im Modell</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The model’s budget: {budget}</source>
        <translation>Budget des Modells: {budget}</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Please enter a number, or use the model’s.</source>
        <translation>Bitte geben Sie eine Zahl ein, oder wählen Sie „Wie im Modell“.</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>How much may all questions of this case cost together?</source>
        <translation>Wie viel dürfen alle Fragen dieses Falls zusammen kosten?</translation>
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
        <translation>Einheit der Kosten: {unit}.</translation>
    </message>
    <message>
        <location filename="../dialogs/budget.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>A budget cannot be negative.</source>
        <translation>Ein Budget kann nicht negativ sein.</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>These results are still pending and are not counted:</source>
        <translation>Diese Ergebnisse stehen noch aus und zählen nicht:</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Reason (optional)</source>
        <translation>Begründung (optional)</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The advice differs:</source>
        <translation>Die Empfehlung lautet anders:</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Back to the case</source>
        <translation>Zurück zum Fall</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Continue anyway</source>
        <translation>Trotzdem weiter</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Decide now</source>
        <translation>Jetzt entscheiden</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>Decide: {name}</source>
        <translation>Entscheiden: {name}</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Why are you going on? The case and its report will show your reason.</source>
        <translation>Warum fragen Sie weiter? Der Grund steht dann im Fall und in seinem Bericht.</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Close the case as {name}?</source>
        <translation>Den Fall als {name} abschließen?</translation>
    </message>
    <message>
        <location filename="../dialogs/decide.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Why are you deciding now? The case and its report will show your reason.</source>
        <translation>Warum entscheiden Sie jetzt? Der Grund steht dann im Fall und in seinem Bericht.</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>The model suggests the next question. Answer it, or say that the answer is unknown, not available, pending (ordered; the value comes later), or failed (done without a usable result). A budget limits the total cost of the questions. Costs of questions and of mistakes have the same unit.</source>
        <translation>Das Modell schlägt die nächste Frage vor. Beantworten Sie sie, oder geben Sie an, dass die Antwort unbekannt oder nicht möglich ist, dass sie noch aussteht (angefordert; der Wert kommt später) oder dass die Untersuchung erfolglos war (durchgeführt, aber ohne brauchbares Ergebnis). Ein Budget begrenzt, was die Fragen zusammen kosten dürfen. Fragen und Fehler kosten in derselben Einheit.</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>You can answer any other open question first: choose it in the list. The order makes no difference to the probabilities.</source>
        <translation>Sie können jede andere offene Frage zuerst beantworten: Wählen Sie sie in der Liste. Die Reihenfolge ändert die Wahrscheinlichkeiten nicht.</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>Bars show how probable each class is, given all answers. The tick shows where it was before the last change. The dots below are the answers to the question: each lies where it would bring the probability, larger ones are given more often, and filled ones would change the decision.</source>
        <translation>Die Balken zeigen, wie wahrscheinlich jede Klasse nach allen Antworten ist. Der Strich zeigt, wo der Balken vor der letzten Änderung endete. Die Punkte darunter sind die Antworten auf die Frage: Jeder liegt dort, wohin er die Wahrscheinlichkeit brächte, größere werden häufiger gegeben, und ausgefüllte würden die Entscheidung ändern.</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>Below, the model says whether another answer is worth its cost. You may always go on, or decide; if you do not follow the advice, the case records it.</source>
        <translation>Unten sagt das Modell, ob eine weitere Antwort ihre Kosten wert ist. Sie können immer weiterfragen oder entscheiden; handeln Sie anders als empfohlen, wird das im Fall vermerkt.</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>You can change, retract or pause an answer (a paused answer is kept but not counted). Everything is then recomputed.</source>
        <translation>Sie können eine Antwort ändern, streichen oder pausieren (sie bleibt dann stehen, zählt aber nicht). Danach wird alles neu berechnet.</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>“Why” shows how strongly each answer speaks for a class: how many times as likely the answer is if the class is true as if it is not, given all other answers. The order of the answers makes no difference.</source>
        <translation>„Warum“ zeigt, wie stark jede Antwort für eine Klasse spricht: um welchen Faktor sie wahrscheinlicher ist, wenn die Klasse zutrifft, als sonst, alle anderen Antworten vorausgesetzt. Die Reihenfolge der Antworten ist ohne Bedeutung.</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>“What if” makes a copy of the case: try answers there, then keep them or go back.</source>
        <translation>„Was wäre wenn“ legt eine Kopie des Falls an: Probieren Sie dort Antworten aus, und behalten Sie sie, oder gehen Sie zurück.</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <location filename="../dialogs/help.py"/>
        <location filename="../training/columns.py"/>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <source>Values that you know already, such as age and sex. They count like answers and cost nothing. You can paste lines with a name and a value, or a row of a spreadsheet with its header.</source>
        <translation>Werte, die Sie schon kennen, wie Alter und Geschlecht. Sie zählen wie Antworten und kosten nichts. Sie können Zeilen mit Name und Wert einfügen oder eine Zeile einer Tabelle mit ihrer Kopfzeile.</translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <location filename="../panels/answers.py"/>
        <source>Known values</source>
        <translation>Bekannte Werte</translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <location filename="../dialogs/known.py"/>
        <source>Use these values</source>
        <translation>Diese Werte übernehmen</translation>
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
        <translation>Abbrechen</translation>
    </message>
    <message>
        <location filename="../dialogs/model_card.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Model card</source>
        <translation>Modellkarte</translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Choose another class</source>
        <translation>Andere Klasse wählen</translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Final class</source>
        <translation>Klasse, mit der der Fall abgeschlossen wird</translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Choose a class</source>
        <translation>Bitte eine Klasse wählen</translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>{name} has a probability of {p}. Expected cost of mistakes: {cost} if you choose {name}, {lowest} if you choose {best}.</source>
        <translation>{name} hat eine Wahrscheinlichkeit von {p}. Erwartete Fehlerkosten: {cost} bei {name}, {lowest} bei {best}.</translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The model would choose {name}. Close the case as:</source>
        <translation>Das Modell würde {name} wählen. Fall abschließen als:</translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Why this class? The case and its report will show your reason.</source>
        <translation>Warum diese Klasse? Der Fall und sein Bericht zeigen Ihre Begründung.</translation>
    </message>
    <message>
        <location filename="../dialogs/other_class.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <location filename="../dialogs/printing.py"/>
        <source>Printed.</source>
        <translation>Gedruckt.</translation>
    </message>
    <message>
        <location filename="../dialogs/printing.py"/>
        <location filename="../dialogs/record.py"/>
        <location filename="../window/commands.py"/>
        <source>Saved: {path}</source>
        <translation>Gespeichert: {path}</translation>
    </message>
    <message>
        <location filename="../dialogs/printing.py"/>
        <source>Not printed</source>
        <translation>Nicht gedruckt</translation>
    </message>
    <message>
        <location filename="../dialogs/printing.py"/>
        <source>The printer reported an error. Nothing may be printed.</source>
        <translation>Der Drucker hat einen Fehler gemeldet. Vielleicht ist nichts gedruckt.</translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>These add up to {total} %, not to 100 %. Change one, or scale all.</source>
        <translation>Zusammen sind es {total} %, nicht 100 %. Ändern Sie eine, oder bringen Sie alle auf 100 %.</translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>A probability lies between 0 and 100 %.</source>
        <translation>Eine Wahrscheinlichkeit liegt zwischen 0 und 100 %.</translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Pre-test probability</source>
        <translation>Vortestwahrscheinlichkeit</translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Use these</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Scale to 100 %</source>
        <translation>Auf 100 % bringen</translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Probability of {name} before any answer, in percent</source>
        <translation>Wahrscheinlichkeit von {name} vor der ersten Antwort, in Prozent</translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Before any answer, how probable is each class in the setting this case comes from?</source>
        <translation>Wie wahrscheinlich ist jede Klasse vor der ersten Antwort in dem Umfeld, aus dem dieser Fall kommt?</translation>
    </message>
    <message>
        <location filename="../dialogs/prior.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>All probabilities are 0.</source>
        <translation>Alle Wahrscheinlichkeiten sind 0.</translation>
    </message>
    <message>
        <location filename="../dialogs/prompts.py"/>
        <source>{path} could not be written: {why}.

The case is still open and unchanged; choose another place, or free some space and save again.</source>
        <translation>{path} konnte nicht geschrieben werden: {why}.

Der Fall ist weiter offen und unverändert; wählen Sie einen anderen Ort, oder schaffen Sie Platz und speichern Sie noch einmal.</translation>
    </message>
    <message>
        <location filename="../dialogs/prompts.py"/>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Record of the case</source>
        <translation>Akte des Falls</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <location filename="../window/commands.py"/>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>FHIR (*.json)</source>
        <translation>FHIR (*.json)</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>record</source>
        <translation>Akte</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <source>Save as FHIR…</source>
        <translation>Als FHIR speichern …</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Print…</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <location filename="../dialogs/record.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Seen in training: {low} to {high} {unit}</source>
        <translation>Im Training: {low} bis {high} {unit}</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Uncertain answer</source>
        <translation>Unsichere Antwort</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Most likely</source>
        <translation>Am wahrscheinlichsten</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>How sure</source>
        <translation>Wie sicher</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>rather</source>
        <translation>eher</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>probably</source>
        <translation>wahrscheinlich</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>very probably</source>
        <translation>sehr wahrscheinlich</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>almost surely</source>
        <translation>fast sicher</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Smallest value</source>
        <translation>Kleinster Wert</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Largest value</source>
        <translation>Größter Wert</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <location filename="../panels/entry.py"/>
        <location filename="../training/columns.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Please enter the smallest and the largest value that is possible.</source>
        <translation>Bitte geben Sie den kleinsten und den größten möglichen Wert ein.</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>The most likely value, and how many times as likely it is as each other one:</source>
        <translation>Der wahrscheinlichste Wert, und um welchen Faktor er wahrscheinlicher ist als jeder andere:</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>{word} ({odds} : 1)</source>
        <translation>{word} ({odds} : 1)</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Or give each value its odds; 0 rules a value out:</source>
        <translation>Oder jedem Wert sein Gewicht geben; 0 schließt einen Wert aus:</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Odds of {choice}</source>
        <translation>Gewicht von {choice}</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>The value lies between</source>
        <translation>Der Wert liegt zwischen</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>Please choose the most likely value, or give each value its odds.</source>
        <translation>Bitte den wahrscheinlichsten Wert wählen oder jedem Wert sein Gewicht geben.</translation>
    </message>
    <message>
        <location filename="../dialogs/uncertain.py"/>
        <source>At least one value must be possible.</source>
        <translation>Mindestens ein Wert muss möglich sein.</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Spent {spent} · expected further cost {coming} (mistakes included)</source>
        <translation>Ausgegeben {spent} · voraussichtlich noch {coming} (Fehler eingerechnet)</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Advice</source>
        <translation>Empfehlung</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Show expected costs, or mistakes in 100 cases</source>
        <translation>Erwartete Kosten zeigen, oder Fehler in 100 Fällen</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <source>Choose a class other than the model’s</source>
        <translation>Sich für eine andere Klasse als das Modell entscheiden</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../shared/shortcuts.py"/>
        <source>Choose another class…</source>
        <translation>Andere Klasse wählen …</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <source>This is a copy. Keep its answers or go back to the case before you decide.</source>
        <translation>Dies ist eine Kopie. Übernehmen Sie ihre Antworten oder gehen Sie zurück zum Fall, bevor Sie entscheiden.</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>{spent} of {budget}</source>
        <translation>{spent} von {budget}</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Spent {spent} · expected cost of mistakes {mistake}</source>
        <translation>Ausgegeben {spent} · erwartete Fehlerkosten {mistake}</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>The further cost is at most this: the best way to go on may cost less.</source>
        <translation>Die weiteren Kosten sind höchstens das: Bestmöglich weiterzufragen kann weniger kosten.</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>The further cost is an average over the most probable courses of this case.</source>
        <translation>Die weiteren Kosten sind ein Mittel über die wahrscheinlichsten Verläufe dieses Falls.</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>In cases</source>
        <translation>In Fällen</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>In costs</source>
        <translation>In Kosten</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Reopen</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <location filename="../panels/advice_bar.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>paused: kept, not counted</source>
        <translation>pausiert: behalten, nicht gezählt</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>probabilities unchanged</source>
        <translation>ändert nichts</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <source>ANSWERS</source>
        <translation>ANTWORTEN</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <source>Enter or paste values that you know already</source>
        <translation>Werte eingeben oder einfügen, die schon bekannt sind</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Answers so far</source>
        <translation>Bisherige Antworten</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Edit</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Retract</source>
        <translation>Streichen</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>ANSWERS ({n})</source>
        <translation>ANTWORTEN ({n})</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <source>Change the selected answer</source>
        <translation>Die gewählte Antwort ändern</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../shared/shortcuts.py"/>
        <source>Retract the selected answer</source>
        <translation>Gewählte Antwort streichen</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <source>Keep the selected answer, but do not count it</source>
        <translation>Die gewählte Antwort behalten, ohne sie zu zählen</translation>
    </message>
    <message>
        <location filename="../panels/answers.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Count</source>
        <translation>Zählen</translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Course of the probabilities</source>
        <translation>Verlauf der Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <source>Answers given</source>
        <translation>Gegebene Antworten</translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>COURSE OVER THE ANSWERS</source>
        <translation>VERLAUF JE ANTWORT</translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <source>Course of the probabilities as a table</source>
        <translation>Verlauf der Wahrscheinlichkeiten als Tabelle</translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>After</source>
        <translation>Nach</translation>
    </message>
    <message>
        <location filename="../panels/course.py"/>
        <source>start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../panels/values.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>No training case had such a value. Is it mistyped, or in another unit?</source>
        <translation>Einen solchen Wert gab es im Training nicht. Ist das ein Tippfehler oder eine andere Einheit?</translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>The choices have the numbers 1 to {n}.</source>
        <translation>Die Antworten haben die Nummern 1 bis {n}.</translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Please choose one, or say that the answer is not known.</source>
        <translation>Bitte wählen Sie aus, oder geben Sie an, dass die Antwort unbekannt ist.</translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>= {value} {unit}</source>
        <translation>= {value} {unit}</translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <source>It means {value}</source>
        <translation>Gemeint ist {value}</translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Possible: {low} to {high} {unit}</source>
        <translation>Möglich: {low} bis {high} {unit}</translation>
    </message>
    <message>
        <location filename="../panels/entry.py"/>
        <location filename="../../../ifc2f/page/entry.mjs"/>
        <source>Use {value} anyway</source>
        <translation>{value} trotzdem verwenden</translation>
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
        <translation>{n} %</translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>{question}: {change} By itself it is expected to save {saving}.</source>
        <translation>{question}: {change} Für sich allein spart sie voraussichtlich {saving}.</translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>What an answer would do</source>
        <translation>Was eine Antwort bewirken würde</translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>{text} ({share} of cases): {name} {p}</source>
        <translation>{text} ({share} der Fälle): {name} {p}</translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Probability of {name} after each answer to {question}</source>
        <translation>Wahrscheinlichkeit von {name} nach jeder Antwort auf {question}</translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>{name} after each answer to {question}</source>
        <translation>{name} nach jeder Antwort auf {question}</translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>Point at an open question to see what its answers would do.</source>
        <translation>Zeigen Sie auf eine offene Frage, um zu sehen, was ihre Antworten bewirken würden.</translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>No question is left.</source>
        <translation>Es ist keine Frage mehr offen.</translation>
    </message>
    <message>
        <location filename="../panels/fan.py"/>
        <source>A filled dot: this answer would change the decision.</source>
        <translation>Ein ausgefüllter Punkt: Diese Antwort würde die Entscheidung ändern.</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>{question}: {change} Expected to save {saving} by itself, costs {cost}</source>
        <translation>{question}: {change} Spart für sich allein voraussichtlich {saving}, kostet {cost}</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>{test} gives {n} values at this cost; together they are expected to save {saving}.</source>
        <translation>{test} ergibt zu diesem Preis {n} Werte, die zusammen voraussichtlich {saving} sparen.</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{name} (over budget)</source>
        <translation>{name} (über dem Budget)</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>{name} (always asked)</source>
        <translation>{name} (immer gefragt)</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>free</source>
        <translation>kostenlos</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Find…</source>
        <translation>Suchen …</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Find an open question by name</source>
        <translation>Eine offene Frage nach ihrem Namen suchen</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Open questions, the most useful first</source>
        <translation>Offene Fragen, die nützlichste zuerst</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>OPEN QUESTIONS ({n})</source>
        <translation>OFFENE FRAGEN ({n})</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Open questions</source>
        <translation>Offene Fragen</translation>
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
        <translation>Frage</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Changes</source>
        <translation>Ändert</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Saves</source>
        <translation>Spart</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Costs</source>
        <translation>Kostet</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>The open questions, by what they are worth; click a column header to sort</source>
        <translation>Die offenen Fragen nach ihrem Wert; ein Klick auf einen Spaltenkopf sortiert danach</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>How often its answer alone would change the decision</source>
        <translation>Wie oft die Antwort allein die Entscheidung ändern würde</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>What its answer alone is expected to save</source>
        <translation>Was die Antwort allein voraussichtlich spart</translation>
    </message>
    <message>
        <location filename="../panels/others.py"/>
        <source>What it costs</source>
        <translation>Was sie kostet</translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Values of {panel}</source>
        <translation>Werte von {panel}</translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Empty fields</source>
        <translation>Leere Felder</translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Empty fields were not reported</source>
        <translation>Leere Felder: kein Wert berichtet</translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Empty fields are still pending</source>
        <translation>Leere Felder: Wert steht noch aus</translation>
    </message>
    <message>
        <location filename="../panels/panel_entry.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Please enter a value, or say below that there is none.</source>
        <translation>Bitte einen Wert eingeben oder unten angeben, dass es keinen gibt.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Probabilities</source>
        <translation>Wahrscheinlichkeiten nach den Antworten</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>PROBABILITIES</source>
        <translation>WAHRSCHEINLICHKEITEN</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Set the probabilities before any answer</source>
        <translation>Die Wahrscheinlichkeiten vor der ersten Antwort festlegen</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Probabilities as a table</source>
        <translation>Wahrscheinlichkeiten als Tabelle</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Bars and numbers: what if. Dashed outline: the case.</source>
        <translation>Balken und Zahlen: was wäre wenn. Gestrichelter Rahmen: der Fall.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Before any answer.</source>
        <translation>Vor der ersten Antwort.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Tick: before the last change.</source>
        <translation>Strich: vor der letzten Änderung.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>The last change moved nothing.</source>
        <translation>Die letzte Änderung hatte keine Wirkung.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Pre-test</source>
        <translation>Vortest</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../report/record.py"/>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>The class is decided from this probability on, if the others keep their ratios.</source>
        <translation>Ab dieser Wahrscheinlichkeit wird für die Klasse entschieden, wenn die anderen ihr Verhältnis behalten.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Pre-test: model’s</source>
        <translation>Vortest: vom Modell</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Pre-test: yours</source>
        <translation>Vortest: Ihre</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Whiskers: 90 % interval.</source>
        <translation>Striche: 90‑%‑Intervall.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Underlined, shaded below: where asking pays.</source>
        <translation>Unterstrichen, unten hinterlegt: Hier lohnt es sich zu fragen.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/case_page.py"/>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>90 % interval</source>
        <translation>90‑%‑Intervall</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>Decided from</source>
        <translation>Entschieden ab</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>(case {p})</source>
        <translation>(Fall {p})</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Dashed: where the decision changes.</source>
        <translation>Gestrichelte Linie: Hier ändert sich die Entscheidung.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Dashed: the class is decided from there on, if the others keep their ratios.</source>
        <translation>Gestrichelte Linie: Ab dort wird für die Klasse entschieden, wenn die anderen ihr Verhältnis behalten.</translation>
    </message>
    <message>
        <location filename="../panels/posterior.py"/>
        <source>(before the last change {p})</source>
        <translation>(vor der letzten Änderung {p})</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>NEXT QUESTION</source>
        <translation>NÄCHSTE FRAGE</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Suggested</source>
        <translation>Vorschlag</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Back to the question the model asks</source>
        <translation>Zurück zur Frage, die das Modell stellt</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>The answer is not known</source>
        <translation>Die Antwort ist nicht bekannt</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Not available</source>
        <translation>Nicht möglich</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Cannot be done here, or was refused</source>
        <translation>Hier nicht durchführbar oder abgelehnt</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Pending</source>
        <translation>Steht aus</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Ordered, result pending: the cost counts now, the value comes later</source>
        <translation>Angefordert, Ergebnis steht aus: Die Kosten zählen jetzt, der Wert kommt später</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Failed</source>
        <translation>Erfolglos</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Done, but without a usable result: the cost counts</source>
        <translation>Durchgeführt, aber ohne brauchbares Ergebnis: Die Kosten zählen</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <source>Uncertain…</source>
        <translation>Unsicher …</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>YOUR QUESTION</source>
        <translation>IHRE FRAGE</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>RESULT THAT WAS PENDING</source>
        <translation>AUSSTEHENDES ERGEBNIS</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>CHANGE THE ANSWER</source>
        <translation>ANTWORT ÄNDERN</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <source>The value is known only roughly: as odds, or as a range</source>
        <translation>Der Wert ist nur ungefähr bekannt: als Gewichte oder als Bereich</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>One test with {n} values, at one price.</source>
        <translation>Eine Untersuchung mit {n} Werten, zu einem Preis.</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>NEXT TEST</source>
        <translation>NÄCHSTE UNTERSUCHUNG</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>DECIDED</source>
        <translation>ENTSCHIEDEN</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>The case is closed. You can still change any answer; this reopens the case.</source>
        <translation>Der Fall ist abgeschlossen. Sie können jede Antwort noch ändern; das öffnet ihn wieder.</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Costs {cost}</source>
        <translation>Kostet {cost}</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>expected to save {saving}</source>
        <translation>spart voraussichtlich {saving}</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>shares the cost of “{group}”</source>
        <translation>teilt die Kosten von „{group}“</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Please choose a question below.</source>
        <translation>Bitte wählen Sie unten eine Frage.</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>This model has no policy, so it does not say what to ask next.</source>
        <translation>Dieses Modell hat keine Strategie und sagt darum nicht, was als Nächstes zu fragen ist.</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>NO FURTHER QUESTION</source>
        <translation>KEINE WEITERE FRAGE</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>The reason is given below. You can still choose any open question.</source>
        <translation>Der Grund steht unten. Sie können noch jede offene Frage wählen.</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>For a person to decide</source>
        <translation>Ein Mensch entscheidet</translation>
    </message>
    <message>
        <location filename="../panels/question.py"/>
        <location filename="../../../ifc2f/page/question.mjs"/>
        <source>Ready to decide</source>
        <translation>Bereit zur Entscheidung</translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>In training: {seen}. Mistyped, or another unit?</source>
        <translation>Im Training: {seen}. Tippfehler oder andere Einheit?</translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Use values outside the training range anyway</source>
        <translation>Werte außerhalb des Trainingsbereichs trotzdem verwenden</translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>Values that are known</source>
        <translation>Bekannte Werte</translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>Use anyway</source>
        <translation>Trotzdem verwenden</translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <location filename="../../../ifc2f/page/panel_entry.mjs"/>
        <source>Please check: {names}.</source>
        <translation>Bitte prüfen: {names}.</translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <location filename="../panels/values.py"/>
        <source>Unit or choices</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>without {p}</source>
        <translation>ohne {p}</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>How strongly each answer speaks</source>
        <translation>Wie stark jede Antwort spricht</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Class to explain</source>
        <translation>Zu erklärende Klasse</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>WHY</source>
        <translation>WARUM</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <source>How strongly each answer speaks, as a table</source>
        <translation>Wie stark jede Antwort spricht, als Tabelle</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>leading class</source>
        <translation>führende Klasse</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <source>{name}: {strength}, without it {p}</source>
        <translation>{name}: {strength}, ohne sie {p}</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>The evidence from each answer will appear here.</source>
        <translation>Hier steht später, wofür jede Antwort spricht.</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Answer given</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>The answer is</source>
        <translation>Die Antwort ist</translation>
    </message>
    <message>
        <location filename="../panels/why.py"/>
        <source>Without</source>
        <translation>Ohne</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>The figures support a decision by a qualified person; they are not a decision themselves.</source>
        <translation>Die Zahlen unterstützen die Entscheidung einer qualifizierten Person; sie ersetzen sie nicht.</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>{p} (90 % interval {low} to {high})</source>
        <translation>{p} (90‑%‑Intervall {low} bis {high})</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>How strongly each answer speaks for {name}</source>
        <translation>Wie stark jede Antwort für {name} spricht</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>0: before any answer; 1, 2, …: after the answer of that number.</source>
        <translation>0: vor der ersten Antwort; 1, 2, …: nach der Antwort mit dieser Nummer.</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>as the model advised</source>
        <translation>wie vom Modell empfohlen</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>by the user, against the advice to go on</source>
        <translation>vom Benutzer, gegen die Empfehlung, weiterzufragen</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>by the user, overriding the model</source>
        <translation>vom Benutzer, abweichend vom Modell</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>no question was left</source>
        <translation>keine Frage war mehr offen</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>by the user; the model’s guarantee left the case to a person</source>
        <translation>vom Benutzer; die Garantie des Modells überließ den Fall einem Menschen</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>by the user; the model gives no advice</source>
        <translation>vom Benutzer; das Modell gibt keine Empfehlung</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>still open</source>
        <translation>noch offen</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>the model’s</source>
        <translation>vom Modell</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>set by the user</source>
        <translation>vom Benutzer festgelegt</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>{name} without it</source>
        <translation>{name} ohne die Antwort</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>pre-test (model’s)</source>
        <translation>Vortest (vom Modell)</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>pre-test (set by the user)</source>
        <translation>Vortest (vom Benutzer festgelegt)</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>went on although the advice was to stop</source>
        <translation>fragte weiter, obwohl aufzuhören empfohlen war</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>decided although the advice was to go on</source>
        <translation>entschied, obwohl weiterzufragen empfohlen war</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <source>decided for {chosen} where the model would have chosen {advised}</source>
        <translation>für {chosen} entschieden, wo das Modell {advised} gewählt hätte</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Reason given</source>
        <translation>Angegebener Grund</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Pre-test probabilities</source>
        <translation>Vortestwahrscheinlichkeiten</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/model_card.py"/>
        <location filename="../training/grids.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>{spent} of {all} for all questions</source>
        <translation>{spent} von {all} für alle Fragen</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Expected cost of mistakes</source>
        <translation>Erwartete Fehlerkosten</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../training/costs.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Unit of costs</source>
        <translation>Einheit der Kosten</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Cost so far</source>
        <translation>Kosten bisher</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Answers in their order</source>
        <translation>Antworten in ihrer Reihenfolge</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Cost of stopping</source>
        <translation>Kosten des Aufhörens</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Cost of going on</source>
        <translation>Kosten des Weiterfragens</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Overrides</source>
        <translation>Abweichungen von der Empfehlung</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>This report</source>
        <translation>Dieser Bericht</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../training/columns.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <source>This is a what-if copy, not the case itself.</source>
        <translation>Dies ist eine Was-wäre-wenn-Kopie, nicht der Fall selbst.</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>(paused, not counted)</source>
        <translation>(pausiert, nicht gezählt)</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>None.</source>
        <translation>Keine.</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../report/record.py"/>
        <source>Timeline</source>
        <translation>Zeitlicher Verlauf</translation>
    </message>
    <message>
        <location filename="../report/case_report.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Probability of {name}</source>
        <translation>Wahrscheinlichkeit von {name}</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Not stated in the model.</source>
        <translation>Im Modell nicht angegeben.</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Technical settings</source>
        <translation>Technische Einstellungen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Measurements with a common cause count together, not each by itself (a factor).</source>
        <translation>Messwerte mit gemeinsamer Ursache zählen zusammen, nicht jeder für sich (ein Faktor).</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>none: every case is left to a person</source>
        <translation>keine: Jeder Fall bleibt einem Menschen überlassen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>The last bound is the cost if the price of one question bought every answer; the lowest cost that any policy reaches may be well above it.</source>
        <translation>Die letzte Schranke gälte, wenn man zum Preis einer Frage alle Antworten bekäme; das Erreichbare kann weit darüber liegen.</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>{power} of what training says; this fits held-out rows best</source>
        <translation>{power} dessen, was das Training sagt; das passt zu zurückgehaltenen Zeilen am besten</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>{share} % of the best with this order</source>
        <translation>{share} % über dem besten mit dieser Reihenfolge</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>{share} % of the best in any order</source>
        <translation>{share} % über dem besten in beliebiger Reihenfolge</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>Computed, not measured: what a case costs on average, questions and mistakes together, if answers depend on the class and on each other as the model’s network says.</source>
        <translation>Berechnet, nicht gemessen: was ein Fall im Mittel kostet, Fragen und Fehler zusammen, wenn die Antworten so von der Klasse und voneinander abhängen, wie das Netz des Modells sagt.</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Rows of each class</source>
        <translation>Zeilen jeder Klasse</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Made with ifc2f</source>
        <translation>Erstellt mit ifc2f</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Share decided correctly</source>
        <translation>Anteil richtiger Entscheidungen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Measured average cost, mistakes included</source>
        <translation>Gemessene mittlere Kosten, Fehler eingerechnet</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Questions asked on average</source>
        <translation>Fragen im Mittel</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>How it was found</source>
        <translation>Wie es gefunden wurde</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Decided from a probability of</source>
        <translation>Entschieden ab einer Wahrscheinlichkeit von</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Largest share wrong among the decided</source>
        <translation>Höchstens falsch unter den Entschiedenen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Chance that this does not hold</source>
        <translation>Wahrscheinlichkeit, dass das nicht gilt</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Rows decided</source>
        <translation>Entschiedene Zeilen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Rows decided wrongly</source>
        <translation>Falsch entschiedene Zeilen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>a model of three quarters of the rows, tried on the rest; then trained again on all rows</source>
        <translation>ein Modell aus drei Vierteln der Zeilen, geprüft am Rest; danach mit allen Zeilen neu trainiert</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Choices, or range seen in training</source>
        <translation>Auswahl oder Bereich im Training</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Use</source>
        <translation>Verwendung</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/dialog.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Dependences</source>
        <translation>Abhängigkeiten</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>The model’s policy costs at most</source>
        <translation>Die Strategie des Modells kostet höchstens</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>No policy in any order costs less than</source>
        <translation>Keine Strategie, gleich in welcher Reihenfolge, kostet weniger als</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>The cost that a model expects when it is trained is another figure, and may be much lower: it takes mistakes from the graph’s own probabilities, which may be surer than the network’s.</source>
        <translation>Die Kosten, die ein Modell beim Training erwartet, sind eine andere Zahl und können viel niedriger sein: Sie rechnen Fehler nach den eigenen Wahrscheinlichkeiten des Graphen, die sicherer sein können als die des Netzes.</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>What cases really cost in the test stands under Validation.</source>
        <translation>Was Fälle in der Prüfung wirklich kosteten, steht unter Validierung.</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/mistakes.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Costs of mistakes</source>
        <translation>Kosten von Fehlern</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>none: no answer was worth its cost</source>
        <translation>keine: Keine Antwort war ihre Kosten wert</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Average cost of a case, in cross-validation</source>
        <translation>Mittlere Kosten eines Falls, in der Kreuzvalidierung</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Weight of each answer</source>
        <translation>Gewicht jeder Antwort</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>Computing…</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>No policy with this order of questions costs less than</source>
        <translation>Keine Strategie mit dieser Reihenfolge der Fragen kostet weniger als</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>So it is within</source>
        <translation>Es liegt also höchstens</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/results.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/description.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/description.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/description.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Intended use</source>
        <translation>Zweckbestimmung</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/description.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Limits</source>
        <translation>Einschränkungen</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>rows: true class; columns: decision</source>
        <translation>Zeilen: wahre Klasse; Spalten: Entscheidung</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../training/policy.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Policy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Guarantee</source>
        <translation>Garantie</translation>
    </message>
    <message>
        <location filename="../report/model_card.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>Choice of the policy</source>
        <translation>Wahl der Strategie</translation>
    </message>
    <message>
        <location filename="../report/pdf.py"/>
        <source>Page {n} of {all}</source>
        <translation>Seite {n} von {all}</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/report.mjs"/>
        <source>Case of {time}</source>
        <translation>Fall vom {time}</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Afterwards</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Advised</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Leading class at that time</source>
        <translation>Führende Klasse zu dieser Zeit</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Override</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>undone</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>redone</source>
        <translation>wiederholt</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>from a what-if</source>
        <translation>aus einem Was-wäre-wenn</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>Decision: {name}</source>
        <translation>Entscheidung: {name}</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>known beforehand</source>
        <translation>vorher bekannt</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>paused, not counted</source>
        <translation>pausiert, nicht gezählt</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>uncertain: {shares}</source>
        <translation>unsicher: {shares}</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <location filename="../../../ifc2f/page/decided.mjs"/>
        <source>The model’s choice</source>
        <translation>Wahl des Modells</translation>
    </message>
    <message>
        <location filename="../report/record.py"/>
        <source>This case holds no history.</source>
        <translation>Dieser Fall enthält keinen Verlauf.</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of intervals per numeric column</source>
        <translation>Höchstzahl der Intervalle je Zahlenspalte</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How numbers are cut into intervals</source>
        <translation>Wie Zahlen in Intervalle geteilt werden</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Similar categories are merged</source>
        <translation>Ähnliche Kategorien werden zusammengelegt</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>What relevance is computed on</source>
        <translation>Worauf die Relevanz berechnet wird</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How relevance is normalised</source>
        <translation>Wie die Relevanz normiert wird</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Initial relevance threshold</source>
        <translation>Anfangsschwelle der Relevanz</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Number of relevant columns that is enough</source>
        <translation>Zahl relevanter Spalten, die genügt</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of columns kept</source>
        <translation>Höchstzahl der behaltenen Spalten</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How columns are selected</source>
        <translation>Wie Spalten ausgewählt werden</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How answers depend on each other</source>
        <translation>Wie Antworten voneinander abhängen</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How questions are ordered</source>
        <translation>Wie Fragen geordnet werden</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How probabilities are smoothed</source>
        <translation>Wie Wahrscheinlichkeiten geglättet werden</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How dependence is treated in planning</source>
        <translation>Wie der Plan Abhängigkeiten behandelt</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>How the plan is computed</source>
        <translation>Wie der Plan berechnet wird</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Simulated cases of the plan</source>
        <translation>Simulierte Fälle des Plans</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Trees in the forest that guides a graph</source>
        <translation>Bäume des Waldes, der den Graphen anleitet</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of cuts on a path through a graph</source>
        <translation>Höchstzahl der Schnitte auf einem Pfad durch den Graphen</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of columns of a graph</source>
        <translation>Höchstzahl der Spalten eines Graphen</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Candidate cut points per column of a graph</source>
        <translation>Mögliche Schnittstellen je Spalte eines Graphen</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Maximum number of rows that a graph is grown on</source>
        <translation>Höchstzahl der Zeilen, mit denen ein Graph wächst</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>Random seed</source>
        <translation>Startwert des Zufallsgenerators</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <location filename="../report/settings_words.py"/>
        <location filename="../../../ifc2f/page/settings.mjs"/>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>“{text}” can be read in two ways: enter {one} or {other}.</source>
        <translation>„{text}“ kann auf zwei Arten gelesen werden: Geben Sie {one} oder {other} ein.</translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>This number is too large.</source>
        <translation>Diese Zahl ist zu groß.</translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>Please enter a number, or choose one of the other answers.</source>
        <translation>Bitte geben Sie eine Zahl ein, oder wählen Sie eine der anderen Antworten.</translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>There is a space or a line break inside the number: please enter one number only.</source>
        <translation>In der Zahl steht ein Leerzeichen oder ein Zeilenumbruch: Bitte geben Sie nur eine Zahl ein.</translation>
    </message>
    <message>
        <location filename="../shared/numbers.py"/>
        <location filename="../../../ifc2f/page/numbers.mjs"/>
        <source>“{text}” is not a number: please enter the number alone.</source>
        <translation>„{text}“ ist keine Zahl: Bitte geben Sie nur die Zahl ein.</translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>ordered</source>
        <translation>geordnet</translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>The questions come in one order for all cases.</source>
        <translation>Die Fragen kommen für alle Fälle in derselben Reihenfolge.</translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>adaptive</source>
        <translation>adaptiv</translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>The next question depends on the answers; computed as they come.</source>
        <translation>Die nächste Frage hängt von den Antworten ab; sie wird dann jeweils berechnet.</translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <location filename="../shared/policies.py"/>
        <location filename="../../../ifc2f/page/card.mjs"/>
        <source>The next question depends on the answers; computed in advance.</source>
        <translation>Die nächste Frage hängt von den Antworten ab; alles ist im Voraus berechnet.</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;Case</source>
        <translation>&amp;Fall</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;Answer</source>
        <translation>&amp;Antwort</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;View</source>
        <translation>An&amp;sicht</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Open model or case…</source>
        <translation>Modell oder Fall öffnen …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Open demo model</source>
        <translation>Beispielmodell öffnen</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/start.py"/>
        <source>Train a model…</source>
        <translation>Modell trainieren …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Save the model as a page…</source>
        <translation>Modell als Seite speichern …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/main_window.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>New case</source>
        <translation>Neuer Fall</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/keeper.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Save case</source>
        <translation>Fall speichern</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Save case as…</source>
        <translation>Fall speichern als …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Write report…</source>
        <translation>Bericht schreiben …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Print report…</source>
        <translation>Bericht drucken …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Record of the case…</source>
        <translation>Akte des Falls …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Copy for the record</source>
        <translation>Für die Akte kopieren</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Name the case…</source>
        <translation>Fall benennen …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Known values…</source>
        <translation>Bekannte Werte …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Pre-test probability…</source>
        <translation>Vortestwahrscheinlichkeit …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Budget…</source>
        <translation>Budget …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Keep the what-if answers</source>
        <translation>Was-wäre-wenn-Antworten behalten</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Answer with what is entered</source>
        <translation>Mit dem Eingegebenen antworten</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Choose an answer by its number</source>
        <translation>Eine Antwort nach ihrer Nummer wählen</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Ordered, result pending</source>
        <translation>Angefordert, Ergebnis steht aus</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Failed: done without a usable result</source>
        <translation>Erfolglos: ohne brauchbares Ergebnis</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Uncertain answer…</source>
        <translation>Unsichere Antwort …</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Edit the selected answer</source>
        <translation>Gewählte Antwort ändern</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Pause or count the selected answer</source>
        <translation>Gewählte Antwort pausieren oder zählen</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Go to the question</source>
        <translation>Zur Frage</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Go to the other questions</source>
        <translation>Zu den anderen Fragen</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Go to the answers</source>
        <translation>Zu den Antworten</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Go to the figures</source>
        <translation>Zu den Zahlen</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Tables in place of plots</source>
        <translation>Tabellen statt Bildern</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Normal text</source>
        <translation>Normaler Text</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Dark colours</source>
        <translation>Dunkle Farben</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Light colours</source>
        <translation>Helle Farben</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <source>Keys and first steps</source>
        <translation>Tasten und erste Schritte</translation>
    </message>
    <message>
        <location filename="../shared/shortcuts.py"/>
        <location filename="../window/main_window.py"/>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>en</source>
        <translation>de</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>there is no such file or folder</source>
        <translation>diese Datei oder diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>permission is denied</source>
        <translation>dazu fehlt die Berechtigung</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>a part of its path is not a folder</source>
        <translation>ein Teil des Pfads ist kein Ordner</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>the disk is full</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>the disk is read-only</source>
        <translation>der Datenträger ist schreibgeschützt</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>its name is too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <location filename="../shared/texts.py"/>
        <source>the disk failed</source>
        <translation>der Datenträger ist defekt</translation>
    </message>
    <message>
        <location filename="../shared/times.py"/>
        <source>UTC{offset}</source>
        <translation>UTC{offset}</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>measurement</source>
        <translation>Messwert</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>days since 1970-01-01</source>
        <translation>Tage seit dem 1. Januar 1970</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>seconds since midnight</source>
        <translation>Sekunden seit Mitternacht</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Left out: every cell is empty.</source>
        <translation>Weggelassen: Alle Zellen sind leer.</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Left out: dates, which no new case will repeat.</source>
        <translation>Weggelassen: Datumsangaben, die in keinem neuen Fall wiederkehren.</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Left out: it rises from row to row, like a case number.</source>
        <translation>Weggelassen: steigt von Zeile zu Zeile, wie eine Fallnummer.</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Left out: nearly every row has a different value, as with names and case numbers.</source>
        <translation>Weggelassen: Fast jede Zeile hat einen anderen Wert, wie bei Namen und Fallnummern.</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Few rows for each of its categories.</source>
        <translation>Wenige Zeilen für jede ihrer Kategorien.</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>It has too many categories: leave it out, or merge some.</source>
        <translation>Zu viele Kategorien: Lassen Sie die Spalte weg oder fassen Sie einige zusammen.</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Some of its categories are spelled in more than one way: tick above to read them as one.</source>
        <translation>Manche ihrer Kategorien sind verschieden geschrieben: Ein Haken oben liest sie als eine.</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>This column alone determines the class: was it recorded after the class was known?</source>
        <translation>Diese Spalte bestimmt allein die Klasse: Wurde sie notiert, als die Klasse schon bekannt war?</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>It is missing far more often in one class, and a policy graph learns that: is that also so in use?</source>
        <translation>Fehlt in einer Klasse weit öfter, und ein Graph lernt das: Ist das auch in der Anwendung so?</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Different numbers in it are equal in single precision: subtract a constant from them.</source>
        <translation>Verschiedene Zahlen darin sind in einfacher Genauigkeit gleich: Ziehen Sie von allen dieselbe Zahl ab.</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Few different whole numbers: are they measurements or codes?</source>
        <translation>Wenige verschiedene ganze Zahlen: Sind es Messwerte oder Codes?</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Read as</source>
        <translation>Gelesen als</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Missing</source>
        <translation>Fehlend</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>How the column {name} is read</source>
        <translation>Wie die Spalte {name} gelesen wird</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>{n} different</source>
        <translation>{n} verschiedene</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <location filename="../training/columns.py"/>
        <source>Wording</source>
        <translation>Wortlaut</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>CSV with the columns feature and cost and, if needed, discount_cost, group and delay</source>
        <translation>CSV mit den Spalten feature und cost und, falls nötig, discount_cost, group und delay</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Costs (*.csv);;All files (*)</source>
        <translation>Kosten (*.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>{n} of {all} questions have a cost from {file}.</source>
        <translation>{n} von {all} Fragen haben Kosten aus {file}.</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Questions and their costs</source>
        <translation>Fragen und ihre Kosten</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Cost of a question that has no cost in the list</source>
        <translation>Kosten einer Frage, für die in der Liste keine stehen</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>for example euros or minutes</source>
        <translation>zum Beispiel Euro oder Minuten</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>One unit for the costs of questions and of mistakes; it is stored with the model</source>
        <translation>Eine Einheit für die Kosten von Fragen und von Fehlern; sie wird im Modell gespeichert</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Take costs from a file…</source>
        <translation>Kosten aus einer Datei …</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Cost of a question</source>
        <translation>Kosten einer Frage</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>QUESTIONS: tick those to use; give a cost where it differs</source>
        <translation>FRAGEN: Ankreuzen, was verwendet wird; Kosten angeben, wo sie abweichen</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>Choose a file of costs</source>
        <translation>Kostendatei wählen</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <location filename="../training/inputs.py"/>
        <source>Please choose a table first.</source>
        <translation>Bitte wählen Sie zuerst eine Tabelle.</translation>
    </message>
    <message>
        <location filename="../training/costs.py"/>
        <source>The table has no column {names}.</source>
        <translation>Die Tabelle hat keine Spalte {names}.</translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>Title of the model</source>
        <translation>Titel des Modells</translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>Version of the model</source>
        <translation>Version des Modells</translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>for example 1.0, or a date</source>
        <translation>zum Beispiel 1.0 oder ein Datum</translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>for whom, where and for what decision</source>
        <translation>für wen, wo und für welche Entscheidung</translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>whom it is not for, and what it was not tested on</source>
        <translation>für wen es nicht gilt und woran es nicht geprüft wurde</translation>
    </message>
    <message>
        <location filename="../training/description.py"/>
        <source>Shown on the model card and in reports. All of it is optional.</source>
        <translation>Steht auf der Modellkarte und in Berichten. Alle Angaben sind freiwillig.</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>The cheapest question costs as much as a mistake, so no answer is worth its price and the model will ask nothing. Please give the costs of questions and mistakes in the same unit.</source>
        <translation>Die billigste Frage kostet so viel wie ein Fehler. Keine Antwort ist dann ihren Preis wert, und das Modell wird nichts fragen. Bitte geben Sie die Kosten von Fragen und Fehlern in derselben Einheit an.</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Models (*.ifc2f)</source>
        <translation>Modelle (*.ifc2f)</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Table, costs or settings have changed since this model was trained.</source>
        <translation>Tabelle, Kosten oder Einstellungen haben sich geändert, seit dieses Modell trainiert wurde.</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>{file} holds the model “{title}” (SHA-256 {sha}…). Cases saved with it cannot be opened with another model.</source>
        <translation>{file} enthält das Modell „{title}“ (SHA-256 {sha}…). Fälle, die mit ihm gespeichert wurden, lassen sich mit keinem anderen öffnen.</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Progress of training</source>
        <translation>Fortschritt des Trainings</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Train a model</source>
        <translation>Modell trainieren</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Data and costs</source>
        <translation>Daten und Kosten</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>To the next page of what to train from</source>
        <translation>Zur nächsten Seite der Angaben für das Training</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Cancel training</source>
        <translation>Training abbrechen</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Save and open the model…</source>
        <translation>Modell speichern und öffnen …</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>starting</source>
        <translation>beginnt</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Change the costs</source>
        <translation>Kosten ändern</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Train anyway</source>
        <translation>Trotzdem trainieren</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Save model</source>
        <translation>Modell speichern</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Save the model as it was trained</source>
        <translation>Das Modell speichern, wie es trainiert wurde</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <location filename="../window/keeper.py"/>
        <source>Replace it</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>A model is being trained. Stop the training and close?</source>
        <translation>Ein Modell wird trainiert. Das Training anhalten und schließen?</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>The trained model is not saved.</source>
        <translation>Das trainierte Modell ist nicht gespeichert.</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Training was cancelled.</source>
        <translation>Das Training wurde abgebrochen.</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Done.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>the process ended unexpectedly</source>
        <translation>der Prozess endete unerwartet</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Training failed: {why}</source>
        <translation>Das Training ist fehlgeschlagen: {why}</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Go on in the background</source>
        <translation>Im Hintergrund weiter</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Stop training</source>
        <translation>Training anhalten</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Stop and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>Keep training</source>
        <translation>Weitertrainieren</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <location filename="../window/case_page.py"/>
        <location filename="../window/keeper.py"/>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <location filename="../window/keeper.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>{path} could not be written: {why}.</source>
        <translation>{path} konnte nicht geschrieben werden: {why}.</translation>
    </message>
    <message>
        <location filename="../training/dialog.py"/>
        <source>A model is being trained.</source>
        <translation>Ein Modell wird trainiert.</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>{why}

How is the table to be read?</source>
        <translation>{why}

Wie soll die Tabelle gelesen werden?</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>These columns have limits among their numbers: {columns}.</source>
        <translation>Diese Spalten enthalten zwischen den Zahlen auch Messgrenzen: {columns}.</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <location filename="../training/inputs.py"/>
        <source>Choose a table</source>
        <translation>Tabelle wählen</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>{column} (“{text}”)</source>
        <translation>{column} („{text}“)</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>{column}: cells such as “{example}” are read as the number alone ({n}).</source>
        <translation>{column}: Zellen wie „{example}“ werden als die bloße Zahl gelesen ({n}).</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>The sheet “{read}” is read, and not {others}.</source>
        <translation>Gelesen wird das Blatt „{read}“, nicht {others}.</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Without a name in the header: {what}.</source>
        <translation>Ohne Namen in der Kopfzeile: {what}.</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>The first line is read as names, but holds {what}.</source>
        <translation>Die erste Zeile wird als Namen gelesen, enthält aber {what}.</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Leave the column out</source>
        <translation>Spalte weglassen</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Leave these columns out</source>
        <translation>Diese Spalten weglassen</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Missing: {marks}</source>
        <translation>Fehlend: {marks}</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>“{text}”</source>
        <translation>„{text}“</translation>
    </message>
    <message>
        <location filename="../training/doubts.py"/>
        <source>Read “{text}” as {number}</source>
        <translation>„{text}“ als {number} lesen</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>deciding for {decided} when {true} is true</source>
        <translation>für {decided} entscheiden, wenn {true} zutrifft</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Please enter a cost.</source>
        <translation>Bitte Kosten eingeben.</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>A cost cannot be negative.</source>
        <translation>Kosten können nicht negativ sein.</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Tick the questions that may be asked.</source>
        <translation>Kreuzen Sie an, was gefragt werden darf.</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>What the question costs; empty: the cost of a question above.</source>
        <translation>Was die Frage kostet; leer: die oben angegebenen Kosten einer Frage.</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Discounted</source>
        <translation>Ermäßigt</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Its cost once another question of its group has been asked; empty: no discount.</source>
        <translation>Was sie kostet, wenn schon eine andere Frage ihrer Gruppe gestellt wurde; leer: kein Nachlass.</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Questions that share a sample or a visit belong to one group.</source>
        <translation>Fragen mit gemeinsamer Probe oder gemeinsamem Besuch gehören zu einer Gruppe.</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>Delay</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <location filename="../training/grids.py"/>
        <source>How long the answer takes; this is shown with the question.</source>
        <translation>Wie lange die Antwort dauert; das steht dann bei der Frage.</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>A spreadsheet (XLSX), CSV or Parquet, a row for each example</source>
        <translation>Eine Tabellenkalkulation (XLSX), CSV oder Parquet, eine Zeile für jedes Beispiel</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>How the question is put to people. If the cell is empty, the column’s name is used. A help text may have several lines: Shift+Return begins the next.</source>
        <translation>Wie die Frage gestellt wird. Bleibt die Zelle leer, gilt der Name der Spalte. Eine Hilfe kann mehrere Zeilen haben: Umschalt+Eingabe beginnt die nächste.</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Tables ({endings});;All files (*)</source>
        <translation>Tabellen ({endings});;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>{n} of {all} rows have no class in the column {name}. Tick the box below it to leave them out, or correct the table.</source>
        <translation>{n} von {all} Zeilen haben in der Spalte {name} keine Klasse. Setzen Sie darunter das Häkchen, um sie wegzulassen, oder berichtigen Sie die Tabelle.</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>commas</source>
        <translation>Kommas</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>semicolons</source>
        <translation>Semikolons</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>tabs</source>
        <translation>Tabulatoren</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>bars</source>
        <translation>senkrechte Striche</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Columns of the table</source>
        <translation>Spalten der Tabelle</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Wording of the questions</source>
        <translation>Wortlaut der Fragen</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>No table chosen.</source>
        <translation>Keine Tabelle gewählt.</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Choose a table…</source>
        <translation>Tabelle wählen …</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Cells are separated by</source>
        <translation>Zellen sind getrennt durch</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Encoding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Diagnosis or outcome</source>
        <translation>Diagnose oder Ausgang</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>The column with the diagnosis or outcome of each row</source>
        <translation>Die Spalte mit der Diagnose oder dem Ausgang jeder Zeile</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Read texts that differ only in capitals and blanks as one</source>
        <translation>Texte als einen lesen, die sich nur in Großschreibung und Leerzeichen unterscheiden</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>File format</source>
        <translation>Dateiformat</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>{file}: {rows} rows, {columns} columns</source>
        <translation>{file}: {rows} Zeilen, {columns} Spalten</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Leave out the {n} rows that have no class</source>
        <translation>Die {n} Zeilen ohne Klasse weglassen</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>The column {name} is empty: it tells no class.</source>
        <translation>Die Spalte {name} ist leer: Sie nennt keine Klasse.</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>{name} has {n} different values. Is it really the column with the diagnosis or outcome?</source>
        <translation>{name} hat {n} verschiedene Werte. Ist das wirklich die Spalte mit der Diagnose oder dem Ausgang?</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>1 Table</source>
        <translation>1 Tabelle</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>2 Wording</source>
        <translation>2 Wortlaut</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>3 Costs</source>
        <translation>3 Kosten</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>4 Mistake costs</source>
        <translation>4 Fehlerkosten</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>5 Policy</source>
        <translation>5 Strategie</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>6 Description</source>
        <translation>6 Beschreibung</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>COLUMNS: how each is read</source>
        <translation>SPALTEN: wie jede gelesen wird</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Leave out the one row that has no class</source>
        <translation>Die eine Zeile ohne Klasse weglassen</translation>
    </message>
    <message>
        <location filename="../training/inputs.py"/>
        <source>Rows per class: {counts}.</source>
        <translation>Zeilen je Klasse: {counts}.</translation>
    </message>
    <message>
        <location filename="../training/mistakes.py"/>
        <source>What each mistake costs, in {unit}. Rows: the true class; columns: the class decided for.</source>
        <translation>Was jeder Fehler kostet, in {unit}. Zeilen: wahre Klasse; Spalten: Entscheidung.</translation>
    </message>
    <message>
        <location filename="../training/mistakes.py"/>
        <source>What each mistake costs, in the unit of the questions’ costs. Rows: the true class; columns: the class decided for.</source>
        <translation>Was jeder Fehler kostet, in der Einheit der Kosten der Fragen. Zeilen: wahre Klasse; Spalten: Entscheidung.</translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>With a guarantee, uncertain cases are left to a person; the model is then trained on three quarters of the rows.</source>
        <translation>Mit einer Garantie bleiben unsichere Fälle einem Menschen überlassen; das Modell wird dann mit drei Vierteln der Zeilen trainiert.</translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>Lowest cost on held-out rows; takes longest.</source>
        <translation>Die niedrigsten Kosten an zurückgehaltenen Zeilen; dauert am längsten.</translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>Largest share of wrong answers, in percent</source>
        <translation>Größter Anteil falscher Antworten, in Prozent</translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>Guarantee: at most this many % wrong</source>
        <translation>Garantie: höchstens falsch (in %)</translation>
    </message>
    <message>
        <location filename="../training/policy.py"/>
        <source>The share of wrong answers must be above 0 and below 100 %.</source>
        <translation>Der Anteil falscher Antworten muss über 0 und unter 100 % liegen.</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>By its own probabilities, the model expected a cost of {estimated} per case; {measured} was measured. Chance alone could explain the difference.</source>
        <translation>Nach seinen eigenen Wahrscheinlichkeiten erwartete das Modell Kosten von {estimated} je Fall; gemessen wurden {measured}. Der Unterschied kann Zufall sein.</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>{p} % ({low} to {high})</source>
        <translation>{p} % ({low} bis {high})</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Measured on {rows} held-out rows: {accuracy} % correct, with {questions} questions and a cost of {cost} per case on average</source>
        <translation>Gemessen an {rows} zurückgehaltenen Zeilen: {accuracy} % richtig, im Mittel mit {questions} Fragen und Kosten von {cost} je Fall</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>By its own probabilities, the model expected a cost of {estimated} per case; {measured} was measured. That is more than chance would usually explain. Rely on the measured cost.</source>
        <translation>Nach seinen eigenen Wahrscheinlichkeiten erwartete das Modell Kosten von {estimated} je Fall; gemessen wurden {measured}. Das ist mehr, als durch Zufall zu erwarten wäre. Maßgeblich ist der gemessene Wert.</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>By its own probabilities, the model expected a cost of {estimated} per case; {measured} was measured. That is clearly less: the model overestimates its costs.</source>
        <translation>Nach seinen eigenen Wahrscheinlichkeiten erwartete das Modell Kosten von {estimated} je Fall; gemessen wurden {measured}. Das ist deutlich weniger: Das Modell überschätzt die Kosten.</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Predicted probability</source>
        <translation>Vorhergesagte Wahrscheinlichkeit</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Observed share</source>
        <translation>Beobachteter Anteil</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>predicted {f}, observed {h}</source>
        <translation>vorhergesagt {f}, beobachtet {h}</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Questions per case</source>
        <translation>Fragen je Fall</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>questions: {k}, cases: {n}</source>
        <translation>Fragen: {k}, Fälle: {n}</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>These are the figures of a model trained on three quarters of the rows and tested on the rest. The model you save is trained on all rows. Costs are those of questions and mistakes together.</source>
        <translation>Dies sind die Zahlen eines Modells, das mit drei Vierteln der Zeilen trainiert und am Rest geprüft ist. Gespeichert wird ein Modell, das mit allen Zeilen trainiert ist. Kosten sind die von Fragen und Fehlern zusammen.</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Decisions on the held-out rows</source>
        <translation>Entscheidungen an den zurückgehaltenen Zeilen</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>The model and other methods on the same rows</source>
        <translation>Das Modell und andere Verfahren an denselben Zeilen</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>CALIBRATION: predicted and observed</source>
        <translation>KALIBRIERUNG: vorhergesagt und beobachtet</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>QUESTIONS PER CASE</source>
        <translation>FRAGEN JE FALL</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Not used, because they add too little to the other columns: {names}.</source>
        <translation>Nicht verwendet, weil sie zu wenig zu den anderen Spalten beitragen: {names}.</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>all questions asked</source>
        <translation>alle Fragen gestellt</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>decision tree (CART)</source>
        <translation>Entscheidungsbaum (CART)</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Average cost of a case</source>
        <translation>Mittlere Kosten eines Falls</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <location filename="../window/keeper.py"/>
        <source>and {n} more</source>
        <translation>und {n} weitere</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>DECISIONS: true class in rows, decision in columns</source>
        <translation>ENTSCHEIDUNGEN: Zeilen wahre Klasse, Spalten Entscheidung</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>OTHER METHODS on the same rows</source>
        <translation>ANDERE VERFAHREN an denselben Zeilen</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Left out in the table or the list of questions: {names}.</source>
        <translation>In der Tabelle oder der Liste der Fragen ausgelassen: {names}.</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Rows without a class, which were left out: {n}.</source>
        <translation>Weggelassene Zeilen ohne Klasse: {n}.</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>True</source>
        <translation>Wahre Klasse</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>decided correctly (95 % interval)</source>
        <translation>richtig entschieden (95‑%‑Intervall)</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>this model</source>
        <translation>dieses Modell</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <location filename="../training/results.py"/>
        <source>Correct</source>
        <translation>Richtig</translation>
    </message>
    <message>
        <location filename="../training/rows_of_classes.py"/>
        <source>Few rows: {names}. {name} has {n} rows, of which {tried} are held out for the test. The model may often miss this class. Even if the test shows no mistake, only {share} % of such cases might really be decided correctly. Collect more rows, or merge this class with another.</source>
        <translation>Wenige Zeilen: {names}. {name} hat {n} Zeilen, davon {tried} für die Prüfung. Das Modell kann diese Klasse oft verfehlen. Selbst wenn die Prüfung keinen Fehler zeigt, werden womöglich nur {share} % solcher Fälle richtig entschieden. Sammeln Sie mehr Zeilen, oder fassen Sie die Klasse mit einer anderen zusammen.</translation>
    </message>
    <message>
        <location filename="../training/rows_of_classes.py"/>
        <source>Few rows: {names}. {name} has one row only, and training needs at least two: leave it out of the table, or merge it with another class.</source>
        <translation>Wenige Zeilen: {names}. {name} hat nur eine Zeile, und das Training braucht mindestens zwei: Nehmen Sie sie aus der Tabelle, oder legen Sie die Klasse mit einer anderen zusammen.</translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>reading the table</source>
        <translation>Lesen der Tabelle</translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>training on three quarters of the rows</source>
        <translation>Training mit drei Vierteln der Zeilen</translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>testing on the other rows</source>
        <translation>Prüfung an den übrigen Zeilen</translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>training on all rows</source>
        <translation>Training an allen Zeilen</translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>saving the model</source>
        <translation>Speichern des Modells</translation>
    </message>
    <message>
        <location filename="../training/stages.py"/>
        <source>{stage}: {step}</source>
        <translation>{stage}: {step}</translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>The model then decides for {name} at a probability of {p} % or more.</source>
        <translation>Das Modell entscheidet dann ab einer Wahrscheinlichkeit von {p} % für {name}.</translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>The class that must not be missed</source>
        <translation>Die Klasse, die nicht übersehen werden darf</translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>How many false alarms are as bad as one miss</source>
        <translation>Wie viele Fehlalarme so schlimm sind wie einmal übersehen</translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>Not to be missed</source>
        <translation>Darf nicht übersehen werden</translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>One miss is as bad as</source>
        <translation>Einmal übersehen ist so schlimm wie</translation>
    </message>
    <message>
        <location filename="../training/tradeoff.py"/>
        <source>false alarms</source>
        <translation>Fehlalarme</translation>
    </message>
    <message>
        <location filename="../training/worker.py"/>
        <source>all rows have the same class in {target!r}, {label}; training needs two classes</source>
        <translation>alle Zeilen haben in „{target}“ dieselbe Klasse, {label}; das Training braucht zwei</translation>
    </message>
    <message>
        <location filename="../training/worker.py"/>
        <source>only one row has the class {label}; is {target!r} what is to be decided?</source>
        <translation>nur eine Zeile hat die Klasse {label}: Soll über „{target}“ entschieden werden?</translation>
    </message>
    <message>
        <location filename="../window/case_page.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>What the model is for, what it was trained on, and how it performs</source>
        <translation>Wofür das Modell gedacht ist, womit es trainiert wurde und was es leistet</translation>
    </message>
    <message>
        <location filename="../window/case_page.py"/>
        <source>What if: answers given now go to a copy; the case stays as it is.</source>
        <translation>Was wäre wenn: Antworten gehen jetzt in eine Kopie; der Fall bleibt, wie er ist.</translation>
    </message>
    <message>
        <location filename="../window/case_page.py"/>
        <location filename="../window/main_window.py"/>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>unsaved changes</source>
        <translation>nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <location filename="../window/case_page.py"/>
        <source>Keep these answers</source>
        <translation>Antworten behalten</translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Name (kept in the case file and its reports, and proposed as their file name):</source>
        <translation>Name (steht in der Falldatei und ihren Berichten und wird als deren Dateiname vorgeschlagen):</translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>PDF (*.pdf);;Web page (*.html)</source>
        <translation>PDF (*.pdf);;Webseite (*.html)</translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>Name the case</source>
        <translation>Fall benennen</translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>Save the model as a page</source>
        <translation>Modell als Seite speichern</translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>Write report</source>
        <translation>Bericht schreiben</translation>
    </message>
    <message>
        <location filename="../window/commands.py"/>
        <source>report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <location filename="../window/opening.py"/>
        <source>Unsaved case</source>
        <translation>Nicht gespeicherter Fall</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <location filename="../../../ifc2f/page/dialogs.mjs"/>
        <source>The case has changes that are not saved.</source>
        <translation>Der Fall hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>What-if answers are not part of the case and will be lost.</source>
        <translation>Was-wäre-wenn-Antworten gehören nicht zum Fall und gehen verloren.</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>Cases (*.json)</source>
        <translation>Fälle (*.json)</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>{file} is open in another window ({who}).</source>
        <translation>{file} ist in einem anderen Fenster geöffnet ({who}).</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>Save a copy…</source>
        <translation>Kopie speichern …</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>{file} is open in another window ({who}). You can save your changes as a copy.</source>
        <translation>{file} ist in einem anderen Fenster geöffnet ({who}). Sie können Ihre Änderungen als Kopie speichern.</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>What-if answers are not part of it.</source>
        <translation>Was-wäre-wenn-Antworten gehören nicht dazu.</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>It now holds another case, or none.</source>
        <translation>Sie enthält jetzt einen anderen Fall oder keinen.</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>(copy)</source>
        <translation>(Kopie)</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>Already open</source>
        <translation>Bereits geöffnet</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>{file} was changed by {who} since it was opened here.</source>
        <translation>{file} wurde von {who} geändert, seit sie hier geöffnet wurde.</translation>
    </message>
    <message>
        <location filename="../window/keeper.py"/>
        <source>No backup copy can be kept: {why}</source>
        <translation>Eine Sicherungskopie ist nicht möglich: {why}</translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>Models and cases (*.ifc2f *.json);;All files (*)</source>
        <translation>Modelle und Fälle (*.ifc2f *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>ifc2f {version}

Supports a decision by a qualified person; it does not make it.</source>
        <translation>ifc2f {version}

Unterstützt die Entscheidung einer qualifizierten Person; es trifft sie nicht.</translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>Open model or case</source>
        <translation>Modell oder Fall öffnen</translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>Please drop one file at a time.</source>
        <translation>Bitte immer nur eine Datei hierher ziehen.</translation>
    </message>
    <message>
        <location filename="../window/main_window.py"/>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <location filename="../window/menus.py"/>
        <source>Recent</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <location filename="../window/menus.py"/>
        <source>Remember recent cases</source>
        <translation>Letzte Fälle merken</translation>
    </message>
    <message>
        <location filename="../window/menus.py"/>
        <source>Forget recent cases</source>
        <translation>Letzte Fälle vergessen</translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>{why} Without it, you can read the case but not change it.</source>
        <translation>{why} Ohne es kann der Fall gelesen, aber nicht geändert werden.</translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>The program ended before a case was saved. Open its backup copy?</source>
        <translation>Das Programm endete, bevor ein Fall gespeichert war. Die Sicherungskopie öffnen?</translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>Delete it</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <source>Decide later</source>
        <translation>Später entscheiden</translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <location filename="../window/reading.py"/>
        <source>Not a usable model</source>
        <translation>Kein brauchbares Modell</translation>
    </message>
    <message>
        <location filename="../window/opening.py"/>
        <location filename="../window/reading.py"/>
        <source>Not a usable case</source>
        <translation>Kein brauchbarer Fall</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>{path} cannot be read: {why}.</source>
        <translation>{path} kann nicht gelesen werden: {why}.</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Another model is needed</source>
        <translation>Ein anderes Modell ist nötig</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>{why} It was last at {path}. No model with the SHA-256 {sha}… is beside the case or among the recent models.</source>
        <translation>{why} Es lag zuletzt hier: {path}. Weder neben dem Fall noch unter den zuletzt geöffneten Modellen ist eines mit der SHA-256 {sha}….</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Not opened</source>
        <translation>Nicht geöffnet</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Open model</source>
        <translation>Modell öffnen</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Models (*.ifc2f);;All files (*)</source>
        <translation>Modelle (*.ifc2f);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>{path} is not the model of this case.</source>
        <translation>{path} ist nicht das Modell dieses Falls.</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>an unknown place</source>
        <translation>ein unbekannter Ort</translation>
    </message>
    <message>
        <location filename="../window/reading.py"/>
        <source>Choose the model file…</source>
        <translation>Modelldatei wählen …</translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>It asks one question at a time, and says when another answer is not worth its cost. You may answer in any order, go on, or decide at any time.</source>
        <translation>Es stellt eine Frage nach der anderen und sagt, wann eine weitere Antwort ihre Kosten nicht wert ist. Sie können in jeder Reihenfolge antworten, weiterfragen oder jederzeit entscheiden.</translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>Try the demo model</source>
        <translation>Beispielmodell ausprobieren</translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>Open a model or case…</source>
        <translation>Modell oder Fall öffnen …</translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>The model asks, you answer, the probabilities move.</source>
        <translation>Das Modell fragt, Sie antworten, die Wahrscheinlichkeiten ändern sich.</translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>You can also drop a model, a case or a training table here.</source>
        <translation>Sie können auch ein Modell, einen Fall oder eine Trainingstabelle hierher ziehen.</translation>
    </message>
    <message>
        <location filename="../window/start.py"/>
        <source>RECENT MODELS</source>
        <translation>ZULETZT GEÖFFNETE MODELLE</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/fingerprints.py"/>
        <source>the model was trained on some of these rows: {what} needs rows it has not seen, or its promise is too strong</source>
        <translation>das Modell wurde mit einigen dieser Zeilen trainiert: {what} setzt Zeilen voraus, die es nicht kennt, sonst fällt das Ergebnis zu günstig aus</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/guarantees.py"/>
        <source>a guarantee</source>
        <translation>eine Garantie</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/guarantees.py"/>
        <source>no row has a class that the model knows: y holds {label!r}, of type {kind}, but the model's first class is {first!r}, of type {first_kind}</source>
        <translation>keine Zeile ist von einer Klasse, die das Modell kennt: dort steht „{label}“ ({kind}), die erste Klasse des Modells ist „{first}“ ({first_kind})</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/guarantees.py"/>
        <source>a guarantee needs held-out rows, and there are none</source>
        <translation>eine Garantie braucht zurückgehaltene Zeilen, und es gibt keine</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/assessment/guarantees.py"/>
        <source>{name} must be a number between 0 and 1, not {value!r}</source>
        <translation>{name} muss eine Zahl zwischen 0 und 1 sein, nicht „{value}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/core/checks.py"/>
        <source>{name!r}</source>
        <translation>„{name}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/core/checks.py"/>
        <source>{names}, {name!r}</source>
        <translation>{names}, „{name}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/core/checks.py"/>
        <source>{names} and {n} more</source>
        <translation>{names} und {n} weitere</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/core/words.py"/>
        <location filename="../../../ifc2f/model.py"/>
        <source>{path}: {why}</source>
        <translation>{path}: {why}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>the cost of assigning class {predicted!r} when {true!r} is true</source>
        <translation>was es kostet, „{predicted}“ zu entscheiden, wenn „{true}“ wahr ist,</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>the {field} of feature {name!r}</source>
        <translation>{field} von „{name}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>if class {label!r} is true, deciding for it costs {right:g}, but deciding for {other!r} only {wrong:g}: the mistake is the better decision</source>
        <translation>wenn „{label}“ wahr ist, kostet es {right:g}, dafür zu entscheiden, aber nur {wrong:g}, für „{other}“ zu entscheiden: der Fehler ist die bessere Entscheidung</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>negative</source>
        <translation>negativ</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>{what} is {value}: {reason}</source>
        <translation>{what} ist {value}: {reason}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>the discount_cost of feature {name!r} is above its cost</source>
        <translation>discount_cost von „{name}“ ist höher als die Kosten (cost)</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>above {largest:g}, the most a model holds; choose a larger unit</source>
        <translation>mehr als {largest:g}, was ein Modell höchstens fasst; bitte wählen Sie eine größere Einheit</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/costs.py"/>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/columns.py"/>
        <source>column {name!r} has the categories {one} and {other}, which are equal in single precision: give them as texts</source>
        <translation>die Spalte „{name}“ hat die Kategorien {one} und {other}, die einfache Genauigkeit nicht unterscheidet: bitte schreiben Sie sie als Texte</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r}: there is no field {field!r}; the fields are {fields}</source>
        <translation>„{name}“: ein Feld „{field}“ gibt es nicht; Felder sind {fields}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r} is derived, so it has no cost of its own, but {cost} is given</source>
        <translation>„{name}“ ist abgeleitet und kostet selbst nichts, aber {cost} ist angegeben</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r} belongs to a panel, so it cannot have its own cost</source>
        <translation>„{name}“ gehört zu einer Untersuchung mit mehreren Werten und kann deshalb keine eigenen Kosten haben</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{source}: there is no column 'feature'</source>
        <translation>{source}: es gibt keine Spalte „feature“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{source}, row {line}: feature {name!r} is listed twice</source>
        <translation>{source}, Zeile {line}: „{name}“ kommt zweimal vor</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r}: a panel needs a name that is not the name of a group, not {panel!r}</source>
        <translation>„{name}“: eine Untersuchung mit mehreren Werten braucht einen Namen, den keine Gruppe hat, nicht „{panel}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>features {first!r} and {name!r} belong to the panel {panel!r}, which has one price, but {other} and {cost} are given</source>
        <translation>„{first}“ und „{name}“ gehören zur Untersuchung „{panel}“, die einen Preis hat, aber {other} und {cost} sind angegeben</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r} has no cost</source>
        <translation>„{name}“ hat keine Kosten</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>is itself derived: name what it needs</source>
        <translation>selbst abgeleitet ist: bitte nennen Sie, was es dazu braucht</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>is not a feature</source>
        <translation>es nicht gibt</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {name!r} is derived from {part!r}, which {reason}</source>
        <translation>„{name}“ ist abgeleitet von „{part}“, das {reason}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{what} is above {largest:g}, the largest cost possible</source>
        <translation>{what} ist mehr als {largest:g}, die höchsten möglichen Kosten</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{what} is not a number: {value!r}</source>
        <translation>{what} ist keine Zahl: „{value}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>neither</source>
        <translation>keines von beiden</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>panel {panel!r} needs cost and features, but has {has}</source>
        <translation>die Untersuchung „{panel}“ braucht cost und features, hat aber {has}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>{n_costs} feature costs are given, but there are {n_features} features</source>
        <translation>{n_costs} Kosten sind angegeben, aber es gibt {n_features} Merkmale</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/cost_entries.py"/>
        <source>feature {feature!r} is in two panels, or twice in one</source>
        <translation>„{feature}“ gehört zu zwei Untersuchungen oder zweimal zu einer</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}, line {line}: {cells} has no name in the header</source>
        <translation>{path}, Zeile {line}: {cells} hat keinen Namen in der Kopfzeile</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}, line {line}: {n} cells, but the header has {n_names}; correct the line, or skip such lines (--skip-bad-lines)</source>
        <translation>{path}, Zeile {line}: {n} Zellen, aber die Kopfzeile hat {n_names}; bitte berichtigen Sie die Zeile</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source> and {n} more that are needed</source>
        <translation> und {n} weitere, die nötig sind</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: there is no column {name!r}{rest}; columns are {names}</source>
        <translation>{path}: eine Spalte „{name}“ gibt es nicht{rest}; Spalten sind {names}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: no column is left to read; columns are {names}</source>
        <translation>{path}: keine Spalte bleibt zu lesen; Spalten sind {names}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}, line {line}: damaged CSV ({why}); correct it, or skip such lines (--skip-bad-lines)</source>
        <translation>{path}, Zeile {line}: beschädigte CSV-Datei; bitte berichtigen Sie die Zeile</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: a damaged gzip file ({why})</source>
        <translation>{path}: eine beschädigte gzip-Datei</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: the file is empty; it needs a header line</source>
        <translation>{path}: die Datei ist leer, eine Kopfzeile wird erwartet</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}: two columns are called {name!r}; rename one, or say that the first line holds no names (--no-header)</source>
        <translation>{path}: zwei Spalten heißen „{name}“; bitte benennen Sie eine um</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/csv_file.py"/>
        <source>{path}, line {line}: {cell!r} stands alone above lines with several cells, like a title; delete what is above the names of the columns, or name every column</source>
        <translation>{path}, Zeile {line}: „{cell}“ steht allein über Zeilen mit mehreren Zellen, wie ein Titel; löschen Sie, was über den Namen der Spalten steht, oder benennen Sie jede Spalte</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/decimals.py"/>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{one} or {other}</source>
        <translation>{one} oder {other}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/decimals.py"/>
        <source>column {name!r}, line {line}: {cell!r}</source>
        <translation>Spalte „{name}“, Zeile {line}: „{cell}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/decimals.py"/>
        <source>{source}: {place} has a decimal point, but other numbers have decimal commas; write all alike, with nothing between thousands, or list columns without numbers as categorical ({option})</source>
        <translation>{source}: {place} hat einen Dezimalpunkt, andere Zahlen haben ein Komma; bitte schreiben Sie alle gleich und ohne Zeichen zwischen Tausendern</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/decimals.py"/>
        <source>{source}: column {name!r}, line {line}: {cell!r} is a number with a comma that may mean {meanings}; write decimals with a point and nothing between thousands, or list the column as categorical ({option})</source>
        <translation>{source}: Spalte „{name}“, Zeile {line}: „{cell}“ ist eine Zahl mit einem Komma und kann {meanings} bedeuten; bitte schreiben Sie Zahlen mit Dezimalpunkt und ohne Zeichen zwischen Tausendern</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: not a text in {encoding} ({why}); name its encoding (encoding=..., on the command line --encoding)</source>
        <translation>{source}: kein Text in {encoding}; bitte wählen Sie eine andere Zeichenkodierung</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: not a CSV file in UTF-8, UTF-16 or Windows-1252; name its encoding (encoding=..., on the command line --encoding), or save it again as UTF-8 (in a spreadsheet: as "CSV UTF-8")</source>
        <translation>{source}: keine CSV-Datei in UTF-8, UTF-16 oder Windows-1252; bitte speichern Sie sie neu als UTF-8 (in der Tabellenkalkulation: „CSV UTF-8“)</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>the separator must be one character or one of {values}, not {text!r}</source>
        <translation>das Trennzeichen ist ein Zeichen oder eines von {values}, nicht „{text}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: a workbook of a spreadsheet, not a table in a text file; save its sheet from the spreadsheet as "CSV UTF-8", and use that file</source>
        <translation>{source}: eine Arbeitsmappe, keine Tabelle in einer Textdatei; speichern Sie das Blatt im Tabellenprogramm als „CSV UTF-8“ und nehmen Sie diese Datei</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: a web page or XML, not a table in a text file; open it in a spreadsheet, and save it from there as XLSX or CSV</source>
        <translation>{source}: eine Webseite oder XML, keine Tabelle in einer Textdatei; öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie dort als XLSX oder CSV</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: not a CSV file: it holds zero bytes, and is not UTF-16</source>
        <translation>{source}: keine CSV-Datei: sie enthält Nullbytes und ist nicht in UTF-16</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{source}: its cells may be separated by {names}; say which (separator=..., on the command line --separator)</source>
        <translation>{source}: die Zellen können durch {names} getrennt sein; bitte wählen Sie, wodurch</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/dialect.py"/>
        <source>{name!r} is not a known encoding; try utf-8, utf-16 or cp1252 (Windows-1252)</source>
        <translation>„{name}“ ist keine Zeichenkodierung; versuchen Sie utf-8, utf-16 oder cp1252 (Windows-1252)</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{what} holds {kind}, which is not a number, text, boolean or time</source>
        <translation>{what} enthält {kind}, weder Zahlen noch Texte, Wahrheitswerte oder Zeiten</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{path}: reading Parquet needs pyarrow; install ifc2f[data]</source>
        <translation>{path}: um Parquet zu lesen, ist pyarrow nötig: pip install "ifc2f[data]"</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{path}: the table has columns but no rows</source>
        <translation>{path}: die Tabelle hat Spalten, aber keine Zeilen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{path}: not a Parquet file, or a damaged one ({why})</source>
        <translation>{path}: keine Parquet-Datei, oder eine beschädigte</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/parquet_file.py"/>
        <source>{path}: column {name!r}</source>
        <translation>{path}: die Spalte „{name}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>column {name!r}</source>
        <translation>die Spalte „{name}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>column {number}</source>
        <translation>Spalte {number}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>{column} holds an infinite value (or one beyond {largest:g}); replace it, or use NaN for a missing value</source>
        <translation>{column} enthält einen unendlichen Wert (oder einen über {largest:g}); bitte ersetzen Sie ihn oder lassen Sie die Zelle leer</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>{column} has {n} categories, and at most {most} are possible: leave the column out, or merge rare categories</source>
        <translation>{column} hat {n} Kategorien, und höchstens {most} sind möglich: lassen Sie die Spalte weg, oder fassen Sie seltene zusammen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/quantise.py"/>
        <source>{column} has the category {category:.17g}, but single precision distinguishes whole numbers only below {limit}: give categories as texts</source>
        <translation>{column} hat die Kategorie {category:.17g}, aber einfache Genauigkeit unterscheidet ganze Zahlen nur unter {limit}: bitte schreiben Sie Kategorien als Texte</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{first}; likewise {names}; this settles all of them: {options}</source>
        <translation>{first}; ebenso {names}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>row {row}</source>
        <translation>Zeile {row}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{path}: the table has a header but no rows</source>
        <translation>{path}: die Tabelle hat eine Kopfzeile, aber keine Zeilen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{source}: there is no column {name!r}; columns are {names}</source>
        <translation>{source}: eine Spalte „{name}“ gibt es nicht; Spalten sind {names}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{source}: no column is left beside {names}</source>
        <translation>{source}: außer {names} bleibt keine Spalte</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/table.py"/>
        <source>{source}, {where}: column {name!r} has no class; correct it, or leave out all such rows ({option})</source>
        <translation>{source}, {where}: in der Spalte „{name}“ steht keine Klasse; bitte tragen Sie sie ein, oder löschen Sie solche Zeilen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>{text}; correct it, or {what}</source>
        <translation>{text}; bitte berichtigen Sie es, oder {what}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>{path}: column {name!r}, line {line}: {cell!r} is a number among texts</source>
        <translation>{path}: Spalte „{name}“, Zeile {line}: „{cell}“ ist eine Zahl unter Texten</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>read such limits as the number alone ({option})</source>
        <translation>lassen Sie solche Messgrenzen als bloße Zahl lesen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>{path}: column {name!r}, line {line}: {cell!r} is text among numbers</source>
        <translation>{path}: Spalte „{name}“, Zeile {line}: „{cell}“ ist Text unter Zahlen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>{path}: column {name!r}, line {line}: {cell!r} is a number with a comma; write decimals with a point and nothing between thousands, or list the column as categorical ({option})</source>
        <translation>{path}: Spalte „{name}“, Zeile {line}: „{cell}“ ist eine Zahl mit einem Komma; bitte schreiben Sie Zahlen mit Dezimalpunkt und ohne Zeichen zwischen Tausendern</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>say that it stands for a missing value ({option})</source>
        <translation>lassen Sie fehlende Werte leer</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>list the column as categorical ({option})</source>
        <translation>schreiben Sie alle als Texte</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/text_columns.py"/>
        <source>leave the column out ({option})</source>
        <translation>lassen Sie die Spalte weg</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/workbook.py"/>
        <source>{source}: the workbook is too large; save its sheet as CSV</source>
        <translation>{source}: die Arbeitsmappe ist zu groß; bitte speichern Sie ihr Blatt als CSV</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/workbook.py"/>
        <source>{source}: a damaged workbook; save it again from the spreadsheet</source>
        <translation>{source}: eine beschädigte Arbeitsmappe; bitte speichern Sie sie in der Tabellenkalkulation neu</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/data/workbook.py"/>
        <source>{source}: all sheets of the workbook are hidden; show the one that holds the table</source>
        <translation>{source}: alle Blätter der Arbeitsmappe sind ausgeblendet; bitte blenden Sie das mit der Tabelle ein</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{name} is not a number</source>
        <translation>{name} ist keine Zahl</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>lists or objects are nested more than {most} deep</source>
        <translation>Listen oder Objekte sind mehr als {most}-fach geschachtelt</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>it is not a JSON object</source>
        <translation>er ist kein JSON-Objekt</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{n_groups} group names were expected</source>
        <translation>{n_groups} Namen von Gruppen wurden erwartet</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>the number {text} is out of range</source>
        <translation>die Zahl {text} ist zu groß</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{n_classes} class labels were expected</source>
        <translation>{n_classes} Klassen wurden erwartet</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>class labels are texts, numbers or booleans</source>
        <translation>Klassen sind Texte, Zahlen oder Wahrheitswerte</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{n} features were expected</source>
        <translation>{n} Merkmale wurden erwartet</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>the guarantee has no threshold</source>
        <translation>die Garantie hat keine Schwelle</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>y must hold a class for each of the {n_rows} rows, shape ({n_rows},), not be of shape {shape}</source>
        <translation>zu jeder der {n_rows} Zeilen gehört eine Klasse; die Form ist {shape}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>y has no label in row {row}</source>
        <translation>in Zeile {row} fehlt die Klasse</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>all {n} rows are of class {label!r}: {what} needs rows of two classes at least, in the proportions of those the model is used on</source>
        <translation>alle {n} Zeilen sind von der Klasse „{label}“: {what} braucht Zeilen von mindestens zwei Klassen, so häufig wie dort, wo das Modell benutzt wird</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>unpaired surrogate in {odd!r}: texts in a model must be valid Unicode</source>
        <translation>ein unvollständiges Zeichen in „{odd}“: Texte eines Modells müssen gültiges Unicode sein</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>a model's descriptions must be JSON values: {why}</source>
        <translation>Beschreibungen eines Modells müssen JSON-Werte sein: {why}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>unpaired surrogate in {text!r}</source>
        <translation>ein unvollständiges Zeichen in „{text}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>two classes are called {text!r}</source>
        <translation>zwei Klassen heißen „{text}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>feature {k} has no name</source>
        <translation>Merkmal {k} hat keinen Namen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>two features are called {name!r}</source>
        <translation>zwei Merkmale heißen „{name}“</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>feature {name!r} is numeric, but has category texts</source>
        <translation>das Merkmal „{name}“ besteht aus Zahlen, hat aber Texte von Kategorien</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/meta.py"/>
        <source>{n} different category texts were expected for feature {name!r}</source>
        <translation>{n} verschiedene Texte von Kategorien wurden für „{name}“ erwartet</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/reading.py"/>
        <source>not a regular file</source>
        <translation>das ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/files/reading.py"/>
        <source>larger than the {n} bytes that are read</source>
        <translation>sie ist größer als die {n} Bytes, die gelesen werden</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>about {n} times less likely</source>
        <translation>etwa {n}-mal weniger wahrscheinlich</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>possible only if not {name}</source>
        <translation>nur möglich, wenn nicht {name}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>equally likely either way</source>
        <translation>so oder so gleich wahrscheinlich</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>over {n} times less likely</source>
        <translation>über {n}-mal weniger wahrscheinlich</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>about {n} times as likely</source>
        <translation>etwa {n}-mal so wahrscheinlich</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>possible only if {name}</source>
        <translation>nur möglich bei {name}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/influences.py"/>
        <location filename="../../../ifc2f/page/words.mjs"/>
        <source>over {n} times as likely</source>
        <translation>über {n}-mal so wahrscheinlich</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/prices.py"/>
        <source>Questions without a cost of their own cost {cost:g} here, next to nothing compared with the others: {names}</source>
        <translation>Fragen ohne eigene Kosten kosten hier {cost:g}, im Vergleich zu den anderen fast nichts: {names}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/prices.py"/>
        <source>the cheapest question costs {price:g}, and a mistake at most {mistake:g}: no answer is worth its price. Give both costs in the same unit</source>
        <translation>die billigste Frage kostet {price:g}, ein Fehler höchstens {mistake:g}: Keine Antwort ist ihren Preis wert. Bitte geben Sie beides in derselben Einheit an</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/prices.py"/>
        <source>no question costs more than {price:g}, next to nothing compared with mistakes, which cost {mistake:g} or more: nearly every answer is worth its price. Give both costs in the same unit</source>
        <translation>keine Frage kostet mehr als {price:g}, fast nichts im Vergleich zu Fehlern, die {mistake:g} oder mehr kosten: Fast jede Antwort ist ihren Preis wert. Bitte geben Sie beides in derselben Einheit an</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>no feature is informative about the class: the model is only the class prior</source>
        <translation>kein Merkmal sagt etwas über die Klasse: das Modell besteht nur aus der Häufigkeit der Klassen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>kept {n} of {n_columns} features; finding how they depend on each other</source>
        <translation>{n} von {n_columns} Merkmalen behalten; wie hängen sie voneinander ab?</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>cutting {n_columns} columns of {n_rows} rows into bins and scoring them</source>
        <translation>{n_columns} Spalten von {n_rows} Zeilen werden eingeteilt und bewertet</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>planning over {n} stages</source>
        <translation>Plan über {n} Stufen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/train.py"/>
        <source>the plan covers {n_planned} of {n} features: with so many bins more would take too many sets of alpha vectors. Fewer bins reach further</source>
        <translation>der Plan umfasst {n_planned} von {n} Merkmalen: bei so vielen Bereichen brauchten mehr zu viele Mengen von Alpha-Vektoren. Weniger Bereiche reichen weiter</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>a model holds at most {most} classes, not {n_classes}</source>
        <translation>ein Modell fasst höchstens {most} Klassen, nicht {n_classes}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>meta describes {name!r}, which is not a feature</source>
        <translation>„{name}“ ist beschrieben, aber kein Merkmal</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>{where} holds {fraction}, but a class is a text or a whole number: cut a quantity into ranges first</source>
        <translation>{where} enthält {fraction}, aber eine Klasse ist ein Text oder eine ganze Zahl: teilen Sie eine Größe erst in Bereiche ein</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>{where} holds -1, which counts as a class like any other; if it marks rows without a class, as in scikit-learn, leave those rows out</source>
        <translation>{where} enthält -1, was als Klasse wie jede andere gilt; wenn es Zeilen ohne Klasse bezeichnet, lassen Sie diese weg</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/learning/training_data.py"/>
        <source>{where} holds {n} different numbers, and each counts as a class; if they are a quantity, cut it into ranges first</source>
        <translation>{where} enthält {n} verschiedene Zahlen, von denen jede als Klasse gilt; wenn sie eine Größe sind, teilen Sie diese erst in Bereiche ein</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/model.py"/>
        <source>the model's descriptive section is damaged: {why}</source>
        <translation>der beschreibende Abschnitt des Modells ist beschädigt: {why}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>chosen: {chosen}</source>
        <translation>gewählt: {chosen}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>with the policy 'graph' {names} have no effect</source>
        <translation>mit der Strategie „graph“ haben {names} keine Wirkung</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>on held-out rows, no policy costs less than deciding at once, which costs {cost:.4g}: the model asks nothing; check that the costs of questions and of mistakes are in the same unit</source>
        <translation>auf zurückgehaltenen Zeilen kostet keine Strategie weniger, als sofort zu entscheiden, was {cost:.4g} kostet: Das Modell fragt nichts; bitte prüfen, ob die Kosten der Fragen und der Fehler dieselbe Einheit haben</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>{name}: cost {cost:.4g}</source>
        <translation>{name}: Kosten {cost:.4g}</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>{n} rows are too few to compare policies on held-out rows</source>
        <translation>{n} Zeilen sind zu wenige, um Strategien an zurückgehaltenen Zeilen zu vergleichen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>calibrating it on held-out rows</source>
        <translation>Kalibrierung an zurückgehaltenen Zeilen</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>{share:.0%} done, about {left:.0f} s left</source>
        <translation>{share:.0%} fertig, noch etwa {left:.0f} s</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>with the policy 'graph' {name} has no effect</source>
        <translation>mit der Strategie „graph“ hat {name} keine Wirkung</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>on held-out rows, the policy costs {cost:.4g} on average, and deciding at once {deciding:.4g}: no answer is worth its price, or there are too few rows to learn which one is</source>
        <translation>an zurückgehaltenen Zeilen kostet die Strategie im Mittel {cost:.4g}, gleich zu entscheiden {deciding:.4g}: keine Antwort ist ihren Preis wert, oder es sind zu wenige Zeilen, um zu lernen, welche es ist</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/choose.py"/>
        <source>a wide sparse matrix: graphs and adaptive policies use its most relevant columns</source>
        <translation>eine breite, dünn besetzte Matrix: Graphen und adaptive Strategien sehen nur ihre wichtigsten Spalten an</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/policies/held_out.py"/>
        <source>comparing {n} policies on held-out rows, {n_parts} times</source>
        <translation>{n} Strategien werden {n_parts}-mal an zurückgehaltenen Zeilen verglichen</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the policy has no further question</source>
        <translation>die Strategie fragt nichts mehr</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>not a model: it does not begin as a model file does</source>
        <translation>kein Modell: der Anfang ist nicht der einer Modelldatei</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model has a format version that this library does not read</source>
        <translation>das Modell hat eine Version des Formats, die dieses Programm nicht liest</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model is cut short, or more bytes follow its end</source>
        <translation>das Modell ist abgeschnitten, oder auf sein Ende folgen weitere Bytes</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model is damaged: its checksum does not match its content</source>
        <translation>das Modell ist beschädigt: die Prüfsumme passt nicht zum Inhalt</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model's directory of sections is damaged, or a section is missing</source>
        <translation>das Verzeichnis der Abschnitte des Modells ist beschädigt, oder ein Abschnitt fehlt</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model contains a length, an index or a number that is out of range</source>
        <translation>das Modell enthält eine Länge, einen Index oder eine Zahl außerhalb des Möglichen</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the memory given is too small or not aligned to 4 bytes</source>
        <translation>der Speicher ist zu klein oder nicht auf 4 Bytes ausgerichtet</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>there is no such feature, or it is not open</source>
        <translation>dieses Merkmal gibt es nicht, oder es ist nicht offen</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the value is not a finite number, not a known category, or not a bin of the feature</source>
        <translation>der Wert ist keine endliche Zahl, keine bekannte Kategorie oder kein Bereich des Merkmals</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the prior is not a probability vector</source>
        <translation>die Ausgangswahrscheinlichkeiten sind keine Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>this answer needs exact inference, which this build does not include</source>
        <translation>diese Antwort braucht exakte Inferenz, die diesem Programm fehlt</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model has no policy</source>
        <translation>das Modell hat keine Strategie</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the memory does not hold a session of this model</source>
        <translation>der Speicher enthält keine Sitzung dieses Modells</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>an argument is out of range</source>
        <translation>ein Argument liegt außerhalb des Möglichen</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>this computation would need too many sequences of answers, or of live values</source>
        <translation>diese Berechnung bräuchte zu viele Folgen von Antworten</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>the model needs a part of the library that this build does not include</source>
        <translation>das Modell braucht einen Teil der Bibliothek, der diesem Programm fehlt</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>this is a model, but not the requested one</source>
        <translation>das ist ein Modell, aber nicht das verlangte</translation>
    </message>
    <message>
        <location filename="../../../csrc/runtime/status.c"/>
        <source>this build would compute different numbers: compile it without flags that change floating-point results</source>
        <translation>dieses Programm würde andere Zahlen berechnen: es muss ohne Schalter übersetzt werden, die Gleitkommaergebnisse ändern</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Open case…</source>
        <translation>Fall öffnen …</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>This page works without an internet connection. Your entries stay in it and are kept only if you save them.</source>
        <translation>Diese Seite funktioniert ohne Internetverbindung. Ihre Eingaben bleiben in ihr und werden nur aufbewahrt, wenn Sie sie speichern.</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>The case is copied as text.</source>
        <translation>Der Fall ist als Text kopiert.</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>Please copy this text.</source>
        <translation>Bitte kopieren Sie diesen Text.</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>the runtime is damaged</source>
        <translation>die Laufzeitbibliothek ist beschädigt</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/page.mjs"/>
        <source>The model of this page cannot be opened: {why}.</source>
        <translation>Das Modell dieser Seite lässt sich nicht öffnen: {why}.</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Underlined: where asking pays.</source>
        <translation>Unterstrichen: Hier lohnt es sich zu fragen.</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>No question is asked.</source>
        <translation>Es wird keine Frage gestellt.</translation>
    </message>
    <message>
        <location filename="../../../ifc2f/page/panels.mjs"/>
        <source>Other class…</source>
        <translation>Andere Klasse …</translation>
    </message>
</context>
</TS>
