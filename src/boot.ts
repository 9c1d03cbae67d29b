/**
 * The first import of the program. Frameworks read NODE_ENV while they load, and a compiled binary has
 * none: without this, errors would be shown to callers with pieces of source code.
 */
const key = 'NODE_ENV'
if (Bun.isStandaloneExecutable) process.env[key] ??= 'production'
