/**
 * The first import of the program. Frameworks read NODE_ENV while they load, and a compiled
 * executable
 * has none: without this, error responses would contain source code.
 */
const key = 'NODE_ENV'
if (Bun.isStandaloneExecutable) process.env[key] ??= 'production'
