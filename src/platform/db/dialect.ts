/**
 * Which database this process speaks: fixed before the first table is built and never changed.
 * `main.ts` sets the variable from the configuration before it imports anything that holds a table.
 */
export type Dialect = 'sqlite' | 'postgres'

export const dialect: Dialect = process.env['QUIRE_DIALECT'] === 'postgres' ? 'postgres' : 'sqlite'
