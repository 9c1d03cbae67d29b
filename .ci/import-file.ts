/** Statements for modules that are written by bundler plugins. */
import { dirname, relative } from 'node:path'

/**
 * Formats a path as seen from `module`. An absolute one would be in the source maps, so that the
 * executable would have other bytes in every folder.
 */
export const formatSpecifier = (path: string, module: string): string =>
  JSON.stringify(`./${relative(dirname(module), path).replaceAll('\\', '/')}`)

/** Embeds a file. `name` becomes its path in the executable. */
export const importFile = (name: string, path: string, module: string): string =>
  `import ${name} from ${formatSpecifier(path, module)} with { type: 'file' }`
