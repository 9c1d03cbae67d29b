/**
 * Server messages in the interface language. Importing this module loads their part of the catalog.
 * Import message-text.ts instead for request errors, because api/client.ts loads the part for them,
 * and for recommendation reasons, which are in the shared part.
 */
import { needPart } from './catalogue-parts'

needPart('server')

export * from './message-text'
