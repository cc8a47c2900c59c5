import { serveThread } from "~/jobs/thread-port";
import { runWorker } from "~/worker";

serveThread(runWorker);
