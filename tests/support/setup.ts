process.env.TZ = "UTC";
