import type { Context } from '../../context'
import type { LineWriter } from './files/line-writer'

export type ExportContext = Pick<Context, 'heavy' | 'clock'>

export interface ExportWork {
  ctx: ExportContext
  out: LineWriter
  isExported: (userId: string | null) => boolean
}
