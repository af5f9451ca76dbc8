export { DAMAGE_KINDS, type DamageKind, damageFile, filesBelow } from './damage.js';
