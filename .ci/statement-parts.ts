/**
 * Splits SQL statements into the parts that PostgreSQL can reject or read differently than SQLite:
 * selected and assigned expressions, joins, conditions, order. Plain columns and values are not
 * among them, because both databases treat them alike. Statements that combine known parts in
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
      parts.add(`${table} ${keyword} ${part}`.trim())
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
  if (/^(where|having|left join|inner join|join)$/.test(keyword)) return splitConditions(rest)
  if (/^(order by|group by)$/.test(keyword)) return splitTop(rest, /^, /)
  if (/^(select|returning)$/.test(keyword)) {
    return splitTop(rest, /^, /).filter((part) => !plainColumn.test(part))
  }
  if (/^(set|do update set)$/.test(keyword)) {
    return splitTop(rest, /^, /).filter((part) => !plainAssignment.test(part))
  }
  return /^(values|limit|offset|insert into)$/.test(keyword) ? [] : [rest]
}

const plainColumn = /^("\w+"\.)?"\w+"$/
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
function splitAt(text: string, pattern: RegExp): string[] {
  return split(text, (rest, before) => (/(^|[\s)])$/.test(before) && pattern.test(rest) ? 0 : -1))
}

/** Splits at each match of the pattern that is not in parentheses, and leaves it out. */
function splitTop(text: string, pattern: RegExp): string[] {
  return split(text, (rest) => pattern.exec(rest)?.[0].length ?? -1)
}

/** `measure` returns the length of a separator that begins here, or -1 if none does. */
function split(text: string, measure: (rest: string, before: string) => number): string[] {
  const pieces: string[] = []
  let since = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') at = findClosing(text, at)
    else if (text[at] === '"') at = text.indexOf('"', at + 1)
    else {
      const length = measure(text.slice(at, at + 24), text.slice(0, at).slice(-1))
      if (length < 0 || (length === 0 && at === since)) continue
      pieces.push(text.slice(since, at))
      since = at + length
      at += Math.max(0, length - 1)
    }
    if (at < 0) break
  }
  return [...pieces, text.slice(since)].map((piece) => piece.trim()).filter(Boolean)
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
