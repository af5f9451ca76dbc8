export { isForOwnHost, isFromOwnPage, OwnHosts } from './own-hosts.js';
