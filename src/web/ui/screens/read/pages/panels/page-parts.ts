import { lazyPart } from '../../../../components/menus/lazy-popup'

/** Side panels and dialogs of page-based books. */
export const pageParts = lazyPart(() => import('./page-panels'))

/** Parts that only PDFs and comics with text use. */
export const pdfParts = lazyPart(() => import('../pdf/pdf-panels'))
