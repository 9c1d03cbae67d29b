import type { ErrorCode } from 'yaml'

const messages: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: '"*" starts an alias in YAML; quote the value',
  BAD_INDENT: 'this line is indented incorrectly, or a bracket is not closed',
  BAD_SCALAR_START: 'a value that starts with this character must be quoted',
  BAD_DQ_ESCAPE:
    'a "\\" within double quotes starts an escape sequence; use single quotes or no quotes for Windows paths',
  BLOCK_AS_IMPLICIT_KEY: 'this line has a second ": "; quote the value if it contains one',
  DUPLICATE_KEY: 'duplicate name; remove one of them',
  KEY_OVER_1024_CHARS: 'the name of a setting is too long',
  MISSING_CHAR: 'a quote, a bracket or a ":" is missing before this position',
  MULTILINE_IMPLICIT_KEY: 'this line is not of the form "name: value"; is a ":" missing?',
  MULTIPLE_DOCS: '"---" starts a second document; a settings file must be one document',
  TAB_AS_INDENT: 'this line starts with a tab; use spaces',
}

/**
 * Describes a YAML error for people who do not know YAML. The messages of the parser are not used,
 * because they quote the text, which may contain secrets.
 */
export function describeYamlError(code: ErrorCode): string {
  return messages[code] ?? 'invalid YAML; compare it with service.yaml.example'
}
