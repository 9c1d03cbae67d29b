import { lazyPart } from '../../../../components/menus/lazy-popup'

/** Side panels and dialogs of books of pages. */
export const pageParts = lazyPart(() => import('./page-panels'))

/** What only PDFs and comics with text have besides. */
export const pdfParts = lazyPart(() => import('../pdf/pdf-panels'))
