import type { ErrorCode } from 'yaml'

const words: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'a word that begins with "*" is a reference in YAML; put it in quotes',
  BAD_INDENT: 'this line does not stand below the one it belongs to, or a bracket is not closed',
  BAD_SCALAR_START: 'a value that begins with this character must stand in quotes',
  BAD_DQ_ESCAPE:
    'a "\\" within double quotes is special; use single quotes, or none, for Windows paths',
  BLOCK_AS_IMPLICIT_KEY:
    'there is a second ": " in this line; put the value in quotes if it holds one',
  DUPLICATE_KEY: 'this name stands here a second time; keep one of them',
  KEY_OVER_1024_CHARS: 'the name of a setting is far too long',
  MISSING_CHAR: 'something is not closed or missing before this place: a quote, a bracket or a ":"',
  MULTILINE_IMPLICIT_KEY: 'this line is not of the form "name: value"; is a ":" missing?',
  MULTIPLE_DOCS: 'a line of "---" begins a second document, but a settings file is one document',
  TAB_AS_INDENT: 'this line begins with a tab; use spaces',
}

/**
 * What is wrong with a YAML text, for people who do not know YAML. The parser's own words are not
 * used: they quote the text, which may hold secrets.
 */
export function yamlProblem(code: ErrorCode): string {
  return words[code] ?? 'this cannot be understood as YAML; compare it with service.yaml.example'
}
