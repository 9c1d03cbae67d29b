/**
 * Prepares statements that are sent repeatedly. Each connection prepares them once. For every other
 * statement, postgres.js first asks the server for the parameter types, which costs a second round
 * trip, and PostgreSQL parses and plans the statement again.
 */
import type { Sql, TransactionSql } from 'postgres'

/**
 * Maximum number of prepared statements. A connection keeps them until it is closed, which
 * postgres.js does within an hour.
 */
const maxPrepared = 400
/**
 * Longer statements are not prepared: they contain long lists of values and are rarely sent twice.
 */
const maxLength = 8_000
/**
 * Maximum number of remembered statements that were sent only once. When it is reached, all of them
 * are forgotten.
 */
const maxSeen = 2_000

type Work = (transaction: TransactionSql) => unknown
/** A function that starts a transaction or savepoint. The callback is the last argument. */
type Start = (...options: [...string[], Work]) => unknown

/** Patches the client and its transaction handles so that repeated statements are prepared. */
export function prepareRepeatedStatements(client: Sql): Sql {
  const isRepeated = createRepeatCheck()
  const prepareIn = <Client extends Sql | TransactionSql>(handle: Client): Client => {
    const { unsafe } = handle
    const prepareIfRepeated: Client['unsafe'] = (text, values = [], options = {}) =>
      unsafe(text, values, {
        ...options,
        prepare: options.prepare || (values.length > 0 && isRepeated(text)),
      })
    const wrap =
      (start: Start): Start =>
      (...options) => {
        const work = options.pop() as Work
        return start(...(options as string[]), (inner) => work(prepareIn(inner)))
      }
    return Object.assign(handle, {
      unsafe: prepareIfRepeated,
      ...('begin' in handle && { begin: wrap(handle.begin as Start) }),
      ...('savepoint' in handle && { savepoint: wrap(handle.savepoint as Start) }),
    })
  }
  return prepareIn(client)
}

/**
 * Creates a function that returns whether it was called with the same text before. The number of
 * texts that it remembers is limited.
 */
export function createRepeatCheck() {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  return (text: string) => {
    if (repeated.has(text)) return true
    if (repeated.size >= maxPrepared || text.length > maxLength) return false
    if (seen.delete(text)) {
      repeated.add(text)
      return true
    }
    if (seen.size >= maxSeen) seen.clear()
    seen.add(text)
    return false
  }
}
