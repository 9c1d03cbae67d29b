/** Chooses the tests of the PostgreSQL ring by the parts of statements that they send. */

export interface SentParts {
  file: string
  /** Sent by hooks before the first test, whichever tests are chosen. */
  before: readonly string[]
  tests: readonly SentByTest[]
  /** Sent between tests or after the last: only the whole file is known to send them. */
  between: readonly string[]
}

interface SentByTest {
  /** Names of the groups and of the test. */
  name: string
  milliseconds: number
  parts: readonly string[]
}

export interface Ring {
  /** Files that run as a whole. */
  files: readonly string[]
  /** Names of the chosen tests of other files. */
  tests: Readonly<Record<string, readonly string[]>>
}

/** What a file costs before its first test. */
const millisecondsOfFile = 500
/** Hooks of a test, and what it leaves behind. */
const millisecondsOfTest = 20

const listAllParts = ({ before, tests, between }: SentParts) => [
  ...before,
  ...tests.flatMap(({ parts }) => parts),
  ...between,
]

function listReached(records: readonly SentParts[], ring: Ring): string[] {
  return records.flatMap((record) => {
    if (ring.files.includes(record.file)) return listAllParts(record)
    const names = new Set(ring.tests[record.file])
    const chosen = record.tests.filter(({ name }) => names.has(name))
    return chosen.length > 0 ? [...record.before, ...chosen.flatMap(({ parts }) => parts)] : []
  })
}

/** Lists the parts that no test of the ring sends, each with one file that does. */
export function findUnreached(records: readonly SentParts[], ring: Ring) {
  const reached = new Set(listReached(records, ring))
  const missing = new Map<string, string>()
  for (const record of records)
    for (const part of listAllParts(record)) if (!reached.has(part)) missing.set(part, record.file)
  return [...missing].map(([part, file]) => ({ part, file }))
}

interface Candidate {
  file: string
  /** Undefined for the whole file. */
  name: string | undefined
  milliseconds: number
  parts: Set<string>
}

/**
 * Chooses tests that together send every part. Takes the test that sends the most missing ones for
 * each second it needs, until none is missing. Files in `dependent`, whose tests need the ones
 * before them, are chosen as a whole or not at all.
 */
export function chooseTests(
  records: readonly SentParts[],
  fixed: readonly string[],
  dependent: readonly string[],
): Ring {
  const missing = new Set(
    findUnreached(records, { files: fixed, tests: {} }).map(({ part }) => part),
  )
  const candidates = listCandidates(records, missing, dependent)
  const files = new Set<string>()
  const tests = new Map<string, string[]>()
  while (missing.size > 0) {
    const best = findBest(candidates, (file) => tests.has(file))
    if (best.name === undefined) files.add(best.file)
    else tests.set(best.file, [...(tests.get(best.file) ?? []), best.name])
    const sent = [...best.parts]
    for (const part of sent) {
      missing.delete(part)
      for (const { parts } of candidates) parts.delete(part)
    }
  }
  const chosen = [...tests]
    .filter(([file]) => !files.has(file))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    files: [...files].toSorted(),
    tests: Object.fromEntries(chosen.map(([file, names]) => [file, names.toSorted()])),
  }
}

function listCandidates(
  records: readonly SentParts[],
  missing: ReadonlySet<string>,
  dependent: readonly string[],
): Candidate[] {
  const keep = (parts: readonly string[]) => new Set(parts.filter((part) => missing.has(part)))
  return records.flatMap((record): Candidate[] => {
    const { file, before, tests } = record
    const milliseconds = tests.reduce(
      (sum, test) => sum + millisecondsOfTest + test.milliseconds,
      0,
    )
    const whole = { file, name: undefined, milliseconds, parts: keep(listAllParts(record)) }
    if (dependent.includes(file)) return [whole]
    const single = tests.map((test) => ({
      file,
      name: test.name,
      milliseconds: millisecondsOfTest + test.milliseconds,
      parts: keep([...before, ...test.parts]),
    }))
    return [...single, whole]
  })
}

/** Each part is sent by one of the candidates at least, so there is one until none is missing. */
function findBest(candidates: readonly Candidate[], isOpen: (file: string) => boolean): Candidate {
  let best: { candidate: Candidate; worth: number } | undefined
  for (const candidate of candidates) {
    const { file, milliseconds, parts } = candidate
    const worth = parts.size / (milliseconds + (isOpen(file) ? 0 : millisecondsOfFile))
    if (worth > (best?.worth ?? 0)) best = { candidate, worth }
  }
  if (!best) throw new Error('A part is sent by no test')
  return best.candidate
}
