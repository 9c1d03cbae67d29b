/**
 * Caches query results until anything in the database changes, so it never returns stale data. Used
 * for results that are needed whenever a reader turns a page. PostgreSQL does not report a version,
 * so nothing is cached there.
 */
import type { NowOrLater } from '../lib/async/now-or-later'
import type { Db } from './store'

const maxAnswers = 500

interface CacheEntry {
  version: number
  answers: Map<string, unknown>
}

export class VersionedCache<Answer> {
  readonly #known = new WeakMap<Db, CacheEntry>()

  /**
   * `key` contains all inputs of the result except the database. Callers must not modify the
   * result. A cached result is returned synchronously.
   */
  get(db: Db, key: string, load: () => PromiseLike<Answer>): NowOrLater<Answer> {
    // The version is read before loading: if the database changes in the meantime, the result is
    // stored under the old version and never used again.
    const version = db.version?.()
    if (version === undefined) return Promise.resolve(load())
    const answers = this.#answersOf(db, version)
    const known = answers.get(key) as Answer | undefined
    if (known !== undefined || answers.has(key)) return known as Answer
    return this.#load(answers, key, load)
  }

  async #load(answers: Map<string, unknown>, key: string, load: () => PromiseLike<Answer>) {
    const answer = await load()
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
