/** Small faults that can be put into a source file, to see whether the tests find them. */
import ts from 'typescript'

export const faultKinds = ['condition', 'guard', 'column', 'off by one'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** Line of the source, from 1. */
  line: number
  /** The source between these offsets is replaced. */
  start: number
  end: number
  replacement: string
}

const opposites: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
}
const neighbours: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
}
/** Calls of the query builder whose object lists columns. */
const columnCalls = new Set(['set', 'values', 'select', 'onConflictDoUpdate', 'returning'])

/** Lists all faults of one kind that can be put into a file. */
export function listFaults(path: string, text: string, kind: FaultKind): Fault[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const faults: Fault[] = []
  const visit = (node: ts.Node) => {
    for (const { target, replacement } of findFaults[kind](node)) {
      const start = target.getStart(source)
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      faults.push({ kind, line, start, end: target.end, replacement })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

interface Replaced {
  target: ts.Node
  replacement: string
}

const findFaults: Record<FaultKind, (node: ts.Node) => Replaced[]> = {
  condition: (node) => {
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition
      return [{ target: condition, replacement: `!(${condition.getText()})` }]
    }
    return replaceOperator(node, opposites)
  },
  guard: (node) =>
    ts.isIfStatement(node) && !node.elseStatement && endsEarly(node.thenStatement)
      ? [{ target: node, replacement: ';' }]
      : [],
  column: (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
    if (!columnCalls.has(node.expression.name.text)) return []
    const [columns] = node.arguments
    if (!columns || !ts.isObjectLiteralExpression(columns) || columns.properties.length < 2) {
      return []
    }
    return columns.properties.map((property) => {
      const rest = columns.properties.filter((other) => other !== property)
      const replacement = `{ ${rest.map((other) => other.getText()).join(', ')} }`
      return { target: columns, replacement }
    })
  },
  'off by one': (node) => {
    if (ts.isBinaryExpression(node) && isSum(node) && ts.isNumericLiteral(node.right)) {
      const replacement = `${Number(node.right.text) + 1}`
      return [{ target: node.right, replacement }]
    }
    return replaceOperator(node, neighbours)
  },
}

function replaceOperator(node: ts.Node, by: Partial<Record<ts.SyntaxKind, string>>): Replaced[] {
  if (!ts.isBinaryExpression(node)) return []
  const replacement = by[node.operatorToken.kind]
  return replacement === undefined ? [] : [{ target: node.operatorToken, replacement }]
}

const isSum = ({ operatorToken: { kind } }: ts.BinaryExpression) =>
  kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.MinusToken

function endsEarly(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last))
  )
}

export const applyFault = (text: string, { start, end, replacement }: Fault): string =>
  `${text.slice(0, start)}${replacement}${text.slice(end)}`
