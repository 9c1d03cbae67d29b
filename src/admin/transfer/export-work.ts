import type { Context } from '../../context'
import type { ArchiveWriter } from './files/archive-writer'

export type ExportContext = Pick<Context, 'heavy' | 'clock'>

export interface ExportWork {
  ctx: ExportContext
  out: ArchiveWriter
  isExported: (userId: string | null) => boolean
}
