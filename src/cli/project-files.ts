/** The files of a new project. The programs need neither a network nor a key; tests run them, format them and check them. */

const main = `# Asks which of the open bills is the most urgent, and pays it once somebody has agreed.
#
# The model is a mock that answers from a script, so this runs without a network and without a key. A real one:
#     model helper = inference("anthropic")

import "./bills.sns" as bills

policy:
    allow bills.read
    allow bills.pay

model helper = inference(
    "mock",
    script: ["call open_bills {}", "Pay the rent: it is the largest of them. ({result})"],
)
set delegation = helper

tool open_bills() returns String requires bills.read "lists the open bills":
    return bills.listing()

irreversible action pay(name: String) requires bills.pay, approval:
    print("paid: " + name)

answer = ask_with_tools("Which bill is the most urgent?", [open_bills])
print(answer.value)

# Nothing happens before the commit, and without the approval it would be refused.
payment = pay(bills.largest()).verify()
if ask_human("Pay " + bills.largest() + "? yes or no") == "yes":
    payment.approve()
    payment.commit()
else:
    print("not paid")

print("--- what was done")
for entry in audit_log():
    print(entry)
`

const bills = `# The open bills, each a name and an amount.

open = [["power", 80], ["rent", 900], ["phone", 25]]

def listing() -> String:
    text = ""
    for bill in open:
        text = text + bill[0] + ": " + str(bill[1]) + "; "
    return text

def largest() -> String:
    best = open[0]
    for bill in open:
        if bill[1] > best[1]:
            best = bill
    return best[0]
`

const test = `import "./bills.sns" as bills

test "the largest bill is found":
    assert(bills.largest() == "rent", "got " + bills.largest())

test "the list names every bill":
    assert(bills.listing() == "power: 80; rent: 900; phone: 25; ")
`

const readme = `# A program in Sense

    sense run main.sns             run it
    sense run --dry-run main.sns   run it, but do nothing that cannot be undone
    sense test .                   run the tests
    sense check main.sns           look for mistakes
    sense fmt --write .            lay the programs out
`

const ignored = `# Where programs keep what they remember.
.sense_memory/
`

export const projectFiles: Readonly<Record<string, string>> = {
  'main.sns': main,
  'bills.sns': bills,
  'test_bills.sns': test,
  'README.md': readme,
  '.gitignore': ignored,
}
