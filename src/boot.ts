/**
 * Must be the first import of the program. Frameworks read NODE_ENV while they are loaded, and it
 * is not set for a compiled executable. Without this, error responses would contain source code.
 */
const key = 'NODE_ENV'
if (Bun.isStandaloneExecutable) process.env[key] ??= 'production'
