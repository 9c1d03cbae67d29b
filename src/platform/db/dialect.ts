/**
 * The type of the database that this process uses. It must be known before the first table is
 * built, so `main.ts` sets the variable from the configuration before it imports any table.
 */
export type Dialect = 'sqlite' | 'postgres'

export const dialect: Dialect = process.env['QUIRE_DIALECT'] === 'postgres' ? 'postgres' : 'sqlite'
