export { faultEnvironment } from './fault-environment.js';
export {
  FAULT_CODES,
  FAULT_KINDS,
  type Fault,
  type FaultKind,
  type FaultRun,
  type InjectedFault,
  injectFault,
  withFault,
} from './inject-fault.js';
