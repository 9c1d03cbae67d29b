/**
 * Names that Quire's processes give to their connections, as listed by PostgreSQL. Each name ends
 * with the number of migrations that the program knows.
 */
import { postgres } from '../migrations/embedded'

/** Unique among all processes. */
export const connectionName: string = `quire ${crypto.randomUUID().slice(0, 8)} schema ${postgres.length}`

/**
 * Matches the connections of all processes when used with `~`. Connections of other programs, such
 * as `quire database exporter`, must not be mistaken for processes that have to stop.
 */
export const anyConnectionName = '^quire [0-9a-f]{8}( schema [0-9]{1,9})?$'
