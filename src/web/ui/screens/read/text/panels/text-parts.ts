import { lazyPart } from '../../../../components/menus/lazy-popup'

/** Side panels and dialogs of e-books. */
export const textParts = lazyPart(() => import('./text-panels'))
