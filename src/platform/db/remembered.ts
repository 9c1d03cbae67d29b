/**
 * Answers of the database that hold for as long as nothing in it has changed, whoever would have changed
 * it: not a word is served that a look at the database would not say, too. For what is asked with each
 * page that somebody turns. Over PostgreSQL nobody can tell so cheaply, and the database is asked.
 */
import type { Db } from './store'

const maxAnswers = 500

interface Known {
  version: number
  answers: Map<string, unknown>
}

export class Remembered<Answer> {
  readonly #known = new WeakMap<Db, Known>()

  /** `key`: all that the answer depends on but the database itself. What comes is not to be changed. */
  async recall(db: Db, key: string, ask: () => PromiseLike<Answer>): Promise<Answer> {
    // Before the question: what changes meanwhile is another version, and the answer goes with this one.
    const version = db.version?.()
    if (version === undefined) return ask()
    const answers = this.#answersOf(db, version)
    if (answers.has(key)) return answers.get(key) as Answer
    const answer = await ask()
    if (answers.size >= maxAnswers) answers.clear()
    answers.set(key, answer)
    return answer
  }

  #answersOf(db: Db, version: number): Map<string, unknown> {
    const known = this.#known.get(db)
    if (known?.version === version) return known.answers
    const answers = new Map<string, unknown>()
    this.#known.set(db, { version, answers })
    return answers
  }
}
