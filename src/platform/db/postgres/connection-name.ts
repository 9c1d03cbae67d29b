/** Names that Quire's processes give to their connections, as PostgreSQL lists them. */

/** Differs from the names of all other processes. */
export const connectionName: string = `quire ${crypto.randomUUID().slice(0, 8)}`

/** Matches the connections of all processes, with `like`. */
export const anyConnectionName: string = `quire ${'_'.repeat(8)}`
