/** Reads the reports that `bun test --reporter=junit` writes. */
import { Parser } from 'htmlparser2'

export interface FailedTest {
  /** Names of the groups and of the test, joined with ` > `. */
  name: string
  message: string
}

export interface FileReport {
  /** Path of the test file, relative to the project. */
  file: string
  passed: number
  skipped: number
  failed: FailedTest[]
}

export const parseReports = (xml: string): FileReport[] => [...read(xml).reports.values()]

/** Lists the full names of the tests that passed or were skipped. */
export const parseTestNames = (xml: string): { passed: string[]; skipped: string[] } =>
  read(xml).names

/** Lists the full names of the tests of each file that ran, in their order. */
export const parseRanNames = (xml: string): Record<string, string[]> =>
  Object.fromEntries(read(xml).ran)

function read(xml: string): ReportReader {
  const reader = new ReportReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.addText(text),
      onclosetag: (name) => reader.close(name),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return reader
}

type Attributes = Record<string, string>
interface Case {
  name: string
  failure?: string
  isSkipped: boolean
}

/** The suite of a file contains a suite for each group of its tests. */
class ReportReader {
  readonly reports = new Map<string, FileReport>()
  readonly names = { passed: [] as string[], skipped: [] as string[] }
  readonly ran = new Map<string, string[]>()
  readonly #groups: string[] = []
  #report: FileReport | undefined
  #case: Case | undefined
  #isFailure = false

  open(element: string, attributes: Attributes) {
    const { name = '', file = name } = attributes
    if (element === 'testsuite' && this.#report) this.#groups.push(name)
    else if (element === 'testsuite') this.#report = this.#findReport(file)
    else if (element === 'testcase') this.#case = { name, isSkipped: false }
    else if (element === 'skipped' && this.#case) this.#case.isSkipped = true
    else if (element === 'failure' && this.#case) {
      this.#case.failure = attributes['message'] ?? ''
      this.#isFailure = true
    }
  }

  addText(text: string) {
    // The text of a failure is its stack, which begins with the message.
    if (this.#isFailure && this.#case) this.#case.failure += this.#case.failure ? '' : text
  }

  close(element: string) {
    if (element === 'failure') this.#isFailure = false
    if (element === 'testcase') this.#endCase()
    if (element === 'testsuite' && this.#groups.pop() === undefined) this.#report = undefined
  }

  #findReport(file: string): FileReport {
    const report = this.reports.get(file) ?? { file, passed: 0, skipped: 0, failed: [] }
    this.reports.set(file, report)
    return report
  }

  #endCase() {
    if (!this.#case || !this.#report) return
    const { name, failure, isSkipped } = this.#case
    const fullName = [...this.#groups, name].join(' > ')
    this.#case = undefined
    const { file } = this.#report
    if (!isSkipped) this.ran.set(file, [...(this.ran.get(file) ?? []), fullName])
    if (failure !== undefined) {
      this.#report.failed.push({ name: fullName, message: failure })
      return
    }
    this.names[isSkipped ? 'skipped' : 'passed'].push(fullName)
    this.#report[isSkipped ? 'skipped' : 'passed']++
  }
}
