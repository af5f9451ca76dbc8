export { FAULT_CODES, type Fault, type FaultCode, type FaultRun, withFault } from './inject-fault.js';
