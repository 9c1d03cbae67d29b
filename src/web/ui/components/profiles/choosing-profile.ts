/** The series to choose a reading profile for. The shell renders the dialog. */
import { createStore } from '../../state/store'

export const choosingProfile = createStore<readonly string[] | undefined>(undefined)
