/**
 * Splits SQL statements into the parts that PostgreSQL can reject or read differently than SQLite:
 * selected and assigned expressions, joins, conditions, order. Plain columns, values and comparisons
 * of both are not among them, because both databases treat them alike. Statements that combine known parts in
 * another way are not new: with whole statements, nearly every test file sends one of its own.
 */

const clauses =
  /^(select distinct on|select|insert into|update|delete from|from|left join|inner join|cross join|full join|join|where|group by|having|order by|limit|offset|for update|returning|on conflict|do update set|do nothing|set|values|union all|union|intersect|except|with recursive|with)\b/i

/** Returns the parts of a statement whose parameters are replaced by `?`. */
export function listStatementParts(statement: string): string[] {
  const parts = new Set<string>()
  addStatement(statement.replace(/;\s*$/, ''), parts)
  return [...parts]
}

function addStatement(statement: string, parts: Set<string>) {
  const [, table = ''] = /^(?:insert into|update|delete from) (\S+)/i.exec(statement) ?? []
  for (const clause of splitAt(replaceQueries(statement, parts), clauses)) {
    const [keyword = ''] = clauses.exec(clause) ?? []
    const rest = clause.slice(keyword.length).trim()
    for (const part of splitClause(keyword.toLowerCase(), rest))
      parts.add(`${table} ${keyword} ${part.replace(repeatedCase, '$1')}`.trim())
  }
}

/** Replaces queries in parentheses by `(query)`, after adding their parts. */
function replaceQueries(statement: string, parts: Set<string>): string {
  let text = ''
  for (let at = 0; at < statement.length; at++) {
    if (statement[at] !== '(') {
      text += statement[at]
      continue
    }
    const end = findClosing(statement, at)
    const inner = statement.slice(at + 1, end)
    if (/^\s*(select|with)\b/i.test(inner)) {
      addStatement(inner.trim(), parts)
      text += '(query)'
    } else {
      text += `(${replaceQueries(inner, parts)})`
    }
    at = end
  }
  return text
}

function splitClause(keyword: string, rest: string): string[] {
  if (/^(where|having|left join|inner join|join)$/.test(keyword)) {
    return splitConditions(rest).filter((part) => !plainComparison.test(part))
  }
  if (/^(order by|group by)$/.test(keyword)) return splitTop(rest, /^, /)
  if (/^(select|returning)$/.test(keyword)) {
    return splitTop(rest, /^, /).filter((part) => !plainColumn.test(part))
  }
  if (/^(set|do update set)$/.test(keyword)) {
    return splitTop(rest, /^, /).filter((part) => !plainAssignment.test(part))
  }
  return /^(values|limit|offset|insert into)$/.test(keyword) ? [] : [rest]
}

/** Only the number of its branches differs. */
const repeatedCase = /( when exists \(query\) then \?)\1+/g

const plainColumn = /^("\w+"\.)?"[^"]+"$/
const plainComparison =
  /^("\w+"\.)?"\w+" (is null|is not null|(=|<>|<|>|<=|>=) (\?|("\w+"\.)?"\w+")|(not )?in \(\?\))$/
const plainAssignment = /^"\w+" = (\?|null|default)(::\w+)*$/

/** Splits at `and` and `or`, also within parentheses around conditions. */
function splitConditions(text: string): string[] {
  const pieces = splitTop(text, /^ (and|or|on) /i)
  if (pieces.length > 1) return pieces.flatMap(splitConditions)
  const plain = text.trim().replace(/^not (?=\()/i, '')
  if (plain.startsWith('(') && findClosing(plain, 0) === plain.length - 1) {
    return splitConditions(plain.slice(1, -1))
  }
  return [plain]
}

/** Splits before each match of the pattern that is not in parentheses. */
const splitAt = (text: string, pattern: RegExp) =>
  split(text, (rest, before) => {
    const length = /^[\s)]?$/.test(before) ? pattern.exec(rest)?.[0].length : undefined
    return length === undefined ? undefined : { left: 0, right: length }
  })

/** Splits at each match of the pattern that is not in parentheses, and leaves it out. */
const splitTop = (text: string, pattern: RegExp) =>
  split(text, (rest) => {
    const length = pattern.exec(rest)?.[0].length
    return length === undefined ? undefined : { left: length, right: 0 }
  })

/** A separator, of which `left` characters are left out and `right` ones begin the next piece. */
type Find = (rest: string, before: string) => { left: number; right: number } | undefined

function split(text: string, find: Find): string[] {
  const pieces: string[] = []
  let since = 0
  let at = 0
  while (at < text.length) {
    const found = find(text.slice(at), text.slice(0, at).slice(-1))
    if (found) {
      pieces.push(text.slice(since, at))
      since = at + found.left
      at = since + found.right
    } else {
      at = findEnd(text, at) + 1
    }
  }
  return [...pieces, text.slice(since)].map((piece) => piece.trim()).filter(Boolean)
}

/** Returns the end of the parentheses or name that begin here, or else the position itself. */
function findEnd(text: string, at: number): number {
  if (text[at] === '(') return findClosing(text, at)
  if (text[at] !== '"') return at
  const end = text.indexOf('"', at + 1)
  return end < 0 ? text.length : end
}

/** Returns the position of the parenthesis that closes the one at `open`, or the end. */
function findClosing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length - 1
}
